import { ConnectButton } from '../../connect/testing/index.ts';
import { DevWallet } from '../fixtures/dev-wallet.ts';
import { openScene } from '../fixtures/gallery.ts';
import { watchShifts } from '../fixtures/layout-shift.ts';
import { expect, test } from '../fixtures/test.ts';

for (const width of [1280, 390, 320] as const) {
  test(`nothing moves from restoring to connected (${width} px)`, async ({ page, server }) => {
    const shifts = await watchShifts(page);
    await openScene(page, server.origin, 'button-connected', { width, motion: 'on' });
    await expect(new ConnectButton(page).connected).toBeVisible();
    expect(await shifts()).toEqual([]);
  });
}

test('nothing moves when the list and the code arrive', async ({ page, server }) => {
  let arrive = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route('**/wallets-v2.json', async (route) => {
    await held;
    await route.continue();
  });
  const shifts = await watchShifts(page);
  await page.goto(`${server.origin}/stand/dapp/`);
  const sheet = await new ConnectButton(page).openSheet();
  await expect(sheet.title).toBeVisible();
  await expect(sheet.copyLink).toBeDisabled();
  arrive();
  await expect(sheet.copyLink).toBeEnabled();
  expect(await shifts()).toEqual([]);
});

test('nothing moves on the way to a connected wallet, nor when it is restored', async ({
  context,
  page,
  server,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const shifts = await watchShifts(page);
  await page.goto(`${server.origin}/stand/dapp/`);
  const button = new ConnectButton(page);
  const sheet = await button.openSheet();
  await sheet.pickFromList('Dev Wallet');
  await sheet.copyLink.click();
  const walletPage = await context.newPage();
  await walletPage.goto(`${server.origin}/stand/wallet/`);
  const wallet = new DevWallet(walletPage.locator('body'));
  await wallet.openLink(await walletPage.evaluate(() => navigator.clipboard.readText()));
  await wallet.approveButton.click();
  await page.bringToFront();
  await expect(button.connected).toBeVisible();
  expect(await shifts()).toEqual([]);

  await page.reload();
  await expect(button.connected).toBeVisible();
  expect(await shifts()).toEqual([]);
});
