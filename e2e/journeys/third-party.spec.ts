import { wholeChromiumLaunch } from '../fixtures/chromium.ts';
import { connectByCode } from '../fixtures/connect.ts';
import { expect, test } from '../fixtures/test.ts';

// The app on another site than its host, as in the real Telegram Web. Chromium blocks all of its
// storage. third-party-allowed.spec.ts tests with storage.
test.use({
  launchOptions: wholeChromiumLaunch,
  permissions: ['clipboard-read', 'clipboard-write'],
  viewport: { width: 1280, height: 860 },
});

const settings = { site: 'cross', size: 'desktop', ext: 'off' };

test('without storage a user connects and disconnects', async ({ openStand }) => {
  const stand = await openStand(settings);
  await connectByCode(stand);
  await stand.accountButton.click();
  await stand.app.getByRole('menuitem', { name: 'Отключить' }).click();
  await expect(stand.connectButton).toBeVisible();
  await expect(stand.wallet.disconnectButtons).toHaveCount(0);
});

test('without storage a reload still starts the app', async ({ openStand }) => {
  const stand = await openStand(settings);
  await stand.app.getByRole('link', { name: 'О нас' }).click();
  await expect(stand.app.getByRole('heading', { name: 'О нас' })).toBeVisible();
  await stand.page.getByRole('button', { name: 'Reload' }).click();
  await expect(stand.app.getByRole('heading', { name: 'О нас' })).toBeVisible();
  await expect(stand.connectButton).toBeVisible();
});
