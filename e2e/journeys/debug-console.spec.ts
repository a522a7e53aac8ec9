import type { Page } from '@playwright/test';
import { launchHash, NATIVE, type NativeClient } from '../fixtures/native-client.ts';
import { expect, test } from '../fixtures/test.ts';

test.use({ viewport: { width: 390, height: 740 } });

/** Opens the app as a client does. Returns the requested addresses and the page's policy. */
async function open(page: Page, origin: string, client: NativeClient, startParam: string) {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const answer = await page.goto(`${origin}/${launchHash(client, { startParam })}`);
  await expect(page.getByRole('button', { name: 'Подключить кошелёк' })).toBeEnabled();
  return { asked, policy: answer?.headers()['content-security-policy'] ?? '' };
}

const entry = (page: Page) => page.locator('.eruda-entry-btn');

test('the marker opens the console with its styles, under the usual policy', async ({
  page,
  server,
}) => {
  const { asked, policy } = await open(page, server.origin, NATIVE.ios, 'wheel_debug');
  expect(policy).not.toContain('unsafe');
  // Only our own files, and the page's own style by its hash.
  expect(policy).toMatch(/style-src 'self' 'sha256-[\w+/=]{44}';/);
  expect(asked.every((address) => address.startsWith(server.origin))).toBe(true);

  await expect(entry(page)).toHaveCSS('border-radius', '10px');
  await expect(entry(page)).toHaveCSS('width', '40px');
  // The icon on the button is a letter of a font that the console embeds.
  await expect.poll(() => page.evaluate(() => document.fonts.check('20px eruda-icon'))).toBe(true);

  await entry(page).click();
  const tools = page.locator('.eruda-dev-tools');
  await expect(tools).toBeVisible();
  await expect(tools).toHaveCSS('position', 'absolute');
  await expect(page.locator('.eruda-tab').first()).toHaveCSS('height', '40px');
  await page.evaluate(() => {
    // biome-ignore lint/suspicious/noConsole: what the console is there for
    console.log('Швартовы отданы');
  });
  await expect(page.locator('.eruda-console').getByText('Швартовы отданы')).toBeVisible();
});

for (const [client, startParam] of [
  [NATIVE.ios, 'debugger'],
  [NATIVE.ios, 'wheel'],
  [NATIVE.tdesktop, 'debug'],
] as const) {
  test(`${startParam} on ${client.platform} loads no console`, async ({ page, server }) => {
    const { asked } = await open(page, server.origin, client, startParam);
    await page.getByRole('button', { name: 'Подключить кошелёк' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    expect(asked.filter((address) => address.includes('eruda'))).toEqual([]);
    await expect(entry(page)).toHaveCount(0);
  });
}
