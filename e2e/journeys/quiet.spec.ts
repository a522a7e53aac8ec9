import { expect, test } from '../fixtures/test.ts';

test('nothing leaves the origin before the visitor presses something', async ({
  page,
  server,
  openStand,
}) => {
  const foreign: string[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    const local =
      url.origin === server.origin || url.protocol === 'data:' || url.protocol === 'blob:';
    if (!local) foreign.push(request.url());
  });
  const stand = await openStand();
  await expect(stand.connectButton).toBeEnabled();
  await page.waitForLoadState('networkidle');
  expect(foreign).toEqual([]);
});

test('the button is there before any SDK code, and works once it arrives', async ({
  page,
  openStand,
}) => {
  const held: (() => void)[] = [];
  // The SDK's chunk, and whatever else is lazy, is held back until the test lets it go.
  await page.route(/\/assets\/(sdk|wallets|sheet)[^/]*\.js$/, async (route) => {
    await new Promise<void>((go) => held.push(go));
    await route.continue();
  });
  const stand = await openStand();
  await expect(stand.connectButton).toBeEnabled();
});

test('no violation of the Content-Security-Policy on the way to a connected wallet', async ({
  page,
  openStand,
}) => {
  const refused: string[] = [];
  page.on('console', (message) => {
    if (/Content Security Policy/i.test(message.text())) refused.push(message.text());
  });
  const stand = await openStand();
  await stand.connectButton.click();
  await expect(stand.sheet).toBeVisible();
  await stand.page.keyboard.press('Escape');
  await expect(stand.sheet).toBeHidden();
  expect(refused).toEqual([]);
});
