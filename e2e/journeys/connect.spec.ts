import { connectByCode, connectByExtension, copyLink } from '../fixtures/connect.ts';
import { expect, test } from '../fixtures/test.ts';

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

test.describe('on a desktop', () => {
  test.use({ viewport: { width: 1280, height: 860 } });

  test('a user connects by QR code and sees the address', async ({ openStand }) => {
    const stand = await openStand({ size: 'desktop' });
    await connectByCode(stand);
    await expect(stand.sheet).toBeHidden();
    await expect(stand.wallet.disconnectButtons).toHaveCount(1);
  });

  test('a copied address shows a confirmation, then the menu item again', async ({ openStand }) => {
    const stand = await openStand({ size: 'desktop' });
    await connectByCode(stand);
    await stand.accountButton.click();
    const copy = stand.app.getByRole('menuitem', { name: 'Скопировать адрес' });
    await copy.click();
    await expect(stand.app.getByRole('menuitem', { name: 'Адрес скопирован!' })).toBeVisible();
    await expect(copy).toBeVisible();
    const address = await stand.page.evaluate(() => navigator.clipboard.readText());
    expect(address).toMatch(/^UQ[\w-]{46}$/);
    const shown = await stand.accountButton.textContent();
    expect(shown).toContain(`${address.slice(0, 4)}…${address.slice(-4)}`);
  });

  test('disconnecting in the app ends the session in the wallet', async ({ openStand }) => {
    const stand = await openStand({ size: 'desktop' });
    await connectByCode(stand);
    await stand.accountButton.click();
    await stand.app.getByRole('menuitem', { name: 'Отключить' }).click();
    await expect(stand.connectButton).toBeVisible();
    await expect(stand.wallet.disconnectButtons).toHaveCount(0);
  });

  test('disconnecting in the wallet disconnects the app', async ({ openStand }) => {
    const stand = await openStand({ size: 'desktop' });
    await connectByCode(stand);
    await stand.wallet.disconnectButtons.click();
    await expect(stand.connectButton).toBeVisible();
  });

  test('a reload restores the connection', async ({ openStand }) => {
    const stand = await openStand({ size: 'desktop' });
    await connectByCode(stand);
    const address = await stand.accountButton.textContent();
    await stand.page.reload();
    await expect(stand.accountButton).toHaveText(address ?? '');
    await stand.wallet.disconnectButtons.click();
    await expect(stand.connectButton).toBeVisible();
  });

  test('declining in the wallet shows a message and connects nothing', async ({ openStand }) => {
    const stand = await openStand({ size: 'desktop' });
    await stand.wallet.openLink(await copyLink(stand));
    await stand.wallet.declineButton.click();
    await expect(stand.wallet.disconnectButtons).toHaveCount(0);
    await expect(stand.accountButton).toBeHidden();
  });

  test('the wallet connects as a browser extension', async ({ openStand }) => {
    const stand = await openStand({ size: 'desktop', ext: 'on' });
    await connectByExtension(stand);
    await stand.page.reload();
    await expect(stand.accountButton).toBeVisible();
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('a user picks the wallet, approves on its page, and is connected', async ({
    openStand,
    context,
  }) => {
    const stand = await openStand({ ext: 'off', platform: 'android' });
    await stand.connectButton.click();
    const opened = context.waitForEvent('page');
    await stand.sheet.getByRole('button', { name: /Dev Wallet/ }).click();
    const walletPage = await opened;
    await walletPage.getByRole('button', { name: 'Approve' }).click();
    await expect(stand.accountButton).toBeVisible();
  });
});
