// The mini app with sign-in configured: the user is signed in silently, and the page looks the
// same.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServer } from '../fixtures/server.ts';
import { Stand } from '../fixtures/stand.ts';
import { expect, test } from '../fixtures/test.ts';

/** The sandbox's own bot: stand/src/host/init-data.ts. */
const botToken = '7000000001:AAFakeTokenForTestsOnly_0123456789-xyz';

test('the app signs in silently if sign-in is configured', async ({ page }) => {
  const folder = mkdtempSync(join(tmpdir(), 'prichal-sign-in-'));
  writeFileSync(join(folder, 'tokens'), botToken, { mode: 0o600 });
  const server = await startServer([], {
    PRICHAL_AUTH_TELEGRAM_TOKENS_FILE: join(folder, 'tokens'),
  });
  try {
    const answered = page.waitForResponse((one) => one.url().endsWith('/auth/telegram'));
    const stand = await Stand.open(page, server.origin);
    const answer = await answered;
    expect(answer.status()).toBe(200);
    const { user } = (await answer.json()) as { user: { telegram: { first_name: string } } };
    expect(user.telegram.first_name).toBe('Вера');
    await expect(stand.connectButton).toBeVisible();
    await expect(stand.connectButton).toHaveText('Подключить кошелёк');
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});

test('the app sends no sign-in requests if sign-in is not configured', async ({
  page,
  openStand,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const stand = await openStand();
  const app = await stand.appFrame();
  await app.waitForLoadState('load');
  await expect(app.locator('script[src*="sign-in-"]')).toHaveCount(0);
  await stand.connectButton.click();
  await expect(stand.sheet).toBeVisible();
  expect(asked.filter((url) => /\/auth\/|sign-in-/.test(url))).toEqual([]);
});
