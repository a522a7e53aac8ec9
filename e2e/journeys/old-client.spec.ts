import type { Page } from '@playwright/test';
import { ENTRY } from '../fixtures/held.ts';
import { launchHash, NATIVE } from '../fixtures/native-client.ts';
import { expect, test } from '../fixtures/test.ts';

test.use({ viewport: { width: 390, height: 740 } });

/** Reduces our style sheet to the rules that a browser without cascade layers applies. */
async function forgetLayers(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const sheet of document.styleSheets) {
      for (let at = sheet.cssRules.length - 1; at >= 0; at--) {
        const rule = sheet.cssRules[at];
        const isKnown = rule instanceof CSSStyleRule || rule instanceof CSSKeyframesRule;
        if (!isKnown) sheet.deleteRule(at);
      }
    }
  });
}

test('a client that supports neither our syntax nor our styles shows the fallback screen', async ({
  page,
  server,
}) => {
  // Simulates a bundle with newer syntax in an old client.
  await page.route(ENTRY, (route) =>
    route.fulfill({ contentType: 'text/javascript', body: 'new syntax @#' }),
  );
  await page.goto(`${server.origin}/${launchHash(NATIVE.android)}`);
  const screen = page.locator('.fallback');
  await expect(screen).toBeVisible();
  await forgetLayers(page);
  await expect(page.locator('#root')).toBeHidden();
  await expect(screen).toHaveCSS('text-align', 'center');
  await expect(screen).toHaveCSS('justify-content', 'center');
  await expect(screen).toHaveCSS('min-height', '740px');
  await expect(page.getByText('Oops')).toBeVisible();
  const button = page.getByRole('button', { name: 'Попробовать снова' });
  await expect(button).toBeVisible();
  await expect(button).toHaveCSS('border-radius', '14px');
  await expect(page.getByText('Приложение работает внутри Telegram')).toBeHidden();
});

/** Breaks the head's script. The guard before it uses only syntax of 2015. */
async function breakHead(page: Page, origin: string): Promise<void> {
  await page.route(
    ({ href }) => href.replace(/[?#].*/, '') === `${origin}/`,
    async (route) => {
      const response = await route.fetch();
      // The first inline script is the guard, the second the head.
      let scripts = 0;
      const body = (await response.text()).replaceAll('<script>', (tag) =>
        ++scripts === 2 ? `${tag}?.` : tag,
      );
      expect(scripts).toBeGreaterThan(1);
      await route.fulfill({
        response,
        body,
        headers: { ...response.headers(), 'content-security-policy': '' },
      });
    },
  );
}

for (const separator of ['#', '?']) {
  test(`a client that cannot run the head script shows the same screen (parameters after ${separator})`, async ({
    page,
    server,
  }) => {
    await breakHead(page, server.origin);
    await page.goto(`${server.origin}/${launchHash(NATIVE.android).replace('#', separator)}`);
    await forgetLayers(page);
    await expect(page.getByText('Oops')).toBeVisible();
    await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
    await expect(page.getByRole('button', { name: 'Попробовать снова' })).toHaveCSS(
      'background-color',
      'rgb(184, 80, 28)',
    );
  });
}

test('a browser without launch parameters does not blame a Telegram client', async ({
  page,
  server,
}) => {
  await breakHead(page, server.origin);
  // Any link can have a start parameter.
  for (const query of ['', '?tgWebAppStartParam=x']) {
    await page.goto(`${server.origin}/${query}`);
    await expect(page.getByText('Приложение работает внутри Telegram')).toBeVisible();
    await expect(page.getByText('Oops')).toBeHidden();
  }
});
