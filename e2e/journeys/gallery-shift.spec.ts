import { ConnectButton } from '../../dev-wallet/src/page-objects/index.ts';
import { DevWallet } from '../fixtures/dev-wallet.ts';
import { openScene } from '../fixtures/gallery.ts';
import { watchShifts } from '../fixtures/layout-shift.ts';
import { expect, test } from '../fixtures/test.ts';

for (const width of [1280, 390, 320] as const) {
  test(`nothing moves from restoring to connected (${width} px)`, async ({ page, server }) => {
    const shifts = await watchShifts(page);
    await openScene(page, server.origin, 'button-connected', { width, motion: 'on' });
    await expect(new ConnectButton(page).connected).toBeVisible();
    expect(await shifts.unasked()).toEqual([]);
  });
}

/** A realistic published list: Wallet in Telegram first, then more than fit a row. */
const LIST = [
  entry('Wallet', 'telegram-wallet', 'https://t.me/wallet?attach=wallet'),
  ...['Anchor', 'Buoy', 'Compass', 'Dinghy', 'Fathom', 'Galley', 'Harbour', 'Islet', 'Jetty'].map(
    (name) => entry(name, name.toLowerCase(), `https://${name}.example/connect`),
  ),
];

function entry(name: string, app_name: string, universal_url: string) {
  const bridge = [{ type: 'sse', url: `https://bridge.${app_name}.example` }];
  const platforms = ['ios', 'android', 'macos', 'windows', 'linux'];
  return { name, app_name, image: '', about_url: '', universal_url, bridge, platforms };
}

for (const width of [1280, 390, 320]) {
  test(`nothing moves when the list and the code arrive (${width} px)`, async ({
    page,
    server,
  }) => {
    let arrive = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    await page.route('**/wallets-v2.json', async (route) => {
      await held;
      await route.fulfill({ json: LIST });
    });
    await page.setViewportSize({ width, height: 800 });
    const shifts = await watchShifts(page);
    await page.goto(`${server.origin}/stand/dapp/`);
    const sheet = await new ConnectButton(page).openSheet();
    await expect(sheet.title).toBeFocused();
    await page.locator('[aria-busy="true"]').first().waitFor();
    await shifts.forget();
    arrive();
    await expect(sheet.wallet('Anchor')).toBeVisible();
    if (width === 1280) await expect(sheet.copyLink).toBeEnabled();
    expect(await shifts.all()).toEqual([]);
  });
}

test('nothing moves while a wallet connects or is restored', async ({ context, page, server }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const shifts = await watchShifts(page);
  await page.goto(`${server.origin}/stand/dapp/`);
  const button = new ConnectButton(page);
  const sheet = await button.openSheet();
  await sheet.pickFromList('Dev Wallet');
  await sheet.copyLink.click();
  await expect(sheet.linkCopied).toBeVisible();
  await expect(sheet.copyLink).toBeVisible();
  const walletPage = await context.newPage();
  await walletPage.goto(`${server.origin}/stand/wallet/`);
  const wallet = new DevWallet(walletPage.locator('body'));
  await wallet.openLink(await walletPage.evaluate(() => navigator.clipboard.readText()));
  await wallet.approveButton.click();
  await page.bringToFront();
  await expect(button.connected).toBeVisible();
  expect(await shifts.unasked()).toEqual([]);

  await page.reload();
  await expect(button.connected).toBeVisible();
  expect(await shifts.unasked()).toEqual([]);
});
