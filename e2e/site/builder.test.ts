/* The widget builder in Chromium: choices change the preview, the page's address and the code. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Browser, chromium } from 'playwright';
import { chromiumLaunch } from '../fixtures/chromium.ts';
import type { Server } from '../fixtures/server.ts';
import { serveSite } from './served-site.ts';

let server: Server;
let browser: Browser;
before(async () => {
  [server, browser] = await Promise.all([serveSite(), chromium.launch(chromiumLaunch)]);
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

test('updates the preview, the address and the code, with the keyboard only', async () => {
  const page = await browser.newPage({ viewport: { width: 390, height: 800 } });
  await page.goto(`${server.origin}/builder/`);
  const button = page.locator('[data-prichal-root] button').first();
  await button.waitFor();

  await page.getByRole('radio', { name: 'Square' }).focus();
  await page.keyboard.press('Space');
  await page.locator('[data-prichal-root][data-radius="none"]').first().waitFor();

  const theme = page.getByRole('radio', { name: 'Light', exact: true });
  await theme.focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowRight');
  await page.locator('[data-prichal-root][data-theme="DARK"]').first().waitFor();

  await page.getByRole('combobox').selectOption('uk');
  await page.getByRole('button', { name: 'Підключити гаманець' }).waitFor();

  assert.equal(new URL(page.url()).hash, '#theme=DARK&radius=none&language=uk');
  const code = page.getByRole('region', { name: 'Code: ' });
  assert.match(
    await code.innerText(),
    /uiPreferences=\{\{ theme: 'DARK', borderRadius: 'none' \}\}/,
  );
  await page.getByRole('radio', { name: 'Without React' }).check();
  assert.match(await code.innerText(), /new TonConnectUI\(\{[\s\S]*languages: \{ uk \}/);

  await page.reload();
  await page.getByRole('button', { name: 'Підключити гаманець' }).waitFor();
  await page.getByRole('radio', { name: 'Custom' }).check();
  await page.getByRole('button', { name: 'Sign in with TON' }).click();
  await page.getByRole('dialog').waitFor();
  await page.close();
});

test('draws the dialog in the chosen colours and prints them', async () => {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.goto(`${server.origin}/builder/`);
  const dialog = page.getByRole('img', { name: 'The wallet dialog in these colours' });
  await dialog.getByText('Connect your TON wallet').waitFor();
  await page.getByRole('combobox').selectOption('fa');
  // The language of the drawing is not that of its name.
  await dialog.locator('[lang="fa"]').waitFor();
  assert.equal(await dialog.getAttribute('lang'), null);
  await page.getByRole('combobox').selectOption('en');
  await page.getByLabel('Main button of the dialog: Light', { exact: true }).fill('#aa3300');
  await page.getByLabel('Accent: Light', { exact: true }).fill('#0a7a33');
  const colours = await dialog.evaluate((element) => [
    getComputedStyle(element.querySelector('.sketch-main') ?? element).backgroundColor,
    getComputedStyle(element.querySelector('.sketch-plain') ?? element).color,
  ]);
  assert.deepEqual(colours, ['rgb(170, 51, 0)', 'rgb(10, 122, 51)']);
  const code = await page.getByRole('region', { name: 'Code: ' }).innerText();
  assert.match(code, /LIGHT: \{\s*accent: '#0a7a33',\s*telegramButton: '#aa3300',?\s*\}/);
  await page.getByRole('button', { name: 'Remove: Accent: Light' }).click();
  assert.equal(new URL(page.url()).hash, '#dialogLight=%23aa3300');
  await page.close();
});

test('starts in the language of the page, with an example in each empty field', async () => {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.goto(`${server.origin}/ru/builder/`);
  await page.getByRole('button', { name: 'Подключить кошелёк' }).waitFor();
  const dialog = page.getByRole('img', { name: 'Окно выбора кошелька в этих цветах' });
  await dialog.getByText('Подключите кошелёк TON').waitFor();
  assert.equal(new URL(page.url()).hash, '');
  const fields = page.locator('.builder-field input:is([type="text"], [type="url"])');
  for (const field of await fields.all()) {
    assert.notEqual((await field.getAttribute('placeholder')) ?? '', '');
  }
  await page.getByRole('radio', { name: 'Своя' }).check();
  await page.getByRole('button', { name: 'Войти через TON' }).waitFor();
  assert.match(await page.getByRole('region', { name: 'Код: ' }).innerText(), /'Войти через TON'/);
  await page.getByRole('radio', { name: 'Стандартная' }).check();
  await page.getByRole('combobox').selectOption('en');
  await page.getByRole('button', { name: 'Connect wallet' }).waitFor();
  assert.equal(new URL(page.url()).hash, '#language=en');
  await page.close();
});
