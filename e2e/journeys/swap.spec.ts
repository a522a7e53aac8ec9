import { loaded } from '../fixtures/loaded.ts';
import { expect, test } from '../fixtures/swap.ts';

/*
 * An app written for @tonconnect/ui-react (e2e/swap). Only the package that this name resolves to is
 * replaced.
 */
test.use({
  permissions: ['clipboard-read', 'clipboard-write'],
  viewport: { width: 1280, height: 860 },
});

for (const react of [19, 18] as const) {
  test.describe(`React ${react}`, () => {
    test('the app connects, sends, signs and disconnects, and a reload restores the session', async ({
      openSwap,
    }) => {
      const app = await openSwap({ widget: 'ours', react });
      const uncaught: string[] = [];
      app.page.on('pageerror', (error) => uncaught.push(error.message));

      await app.connectButton.click();
      await expect(app.shows('Modal now')).toHaveText('opened');
      await app.connect();
      await expect(app.accountButton).toBeVisible();
      await expect(app.shows('Modal closed because')).toHaveText('wallet-selected');
      await expect(app.shows('Wallet')).toHaveText('Dev Wallet');
      await expect(app.shows('Network')).toHaveText('mainnet');
      const address = await app.shows('Address').textContent();
      expect(address).toMatch(/^UQ[\w-]{46}$/);
      await expect(app.shows('Address by hand')).toHaveText(address ?? '');

      await app.press('Send');
      await app.wallet.approveButton.click();
      await expect(app.shows('Transaction outcome')).toHaveText('boc of some bytes');
      await expect(app.shows('Transaction reached the wallet')).toHaveText('yes');
      await app.sheet.getByRole('button', { name: 'Close' }).first().click();

      await app.press('Sign words');
      await app.wallet.approveButton.click();
      await expect(app.shows('Signing outcome')).toHaveText('text: signed');

      await expect(app.shows('Events seen')).toHaveText(
        [
          'connection-started wallet-modal-opened connection-completed',
          'transaction-sent-for-signature transaction-signed',
          'sign-data-request-initiated sign-data-request-completed',
        ].join(' '),
      );

      await app.page.reload();
      await expect(app.accountButton).toBeVisible();
      await expect(app.shows('Restored')).toHaveText('yes');
      await expect(app.shows('Address')).toHaveText(address ?? '');

      await app.press('Leave');
      await expect(app.connectButton).toBeVisible();
      await expect(app.shows('Address')).toHaveText('none');
      await expect(app.shows('Events seen')).toHaveText('disconnection');
      expect(uncaught).toEqual([]);
    });
  });
}

test('no third party is contacted before a press', async ({ openSwap, serveSwap }) => {
  const { origin } = await serveSwap({ widget: 'ours', react: 19 });
  const app = await openSwap({ widget: 'ours', react: 19 });
  const asked: string[] = [];
  app.page.on('request', (request) => {
    if (!request.url().startsWith(origin)) asked.push(request.url());
  });
  await app.page.reload();
  await expect(app.connectButton).toBeEnabled();
  await loaded(app.page, ['lazy-chunk', 'en']);
  expect(asked).toEqual([]);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('the first screen opens no stream', async ({ openSwap }) => {
    const app = await openSwap({ widget: 'ours', react: 19 });
    const streams: string[] = [];
    app.page.on('request', (request) => {
      if (/\/events(\?|$)/.test(request.url())) streams.push(request.url());
    });
    await app.connectButton.click();
    await expect(app.sheet.getByRole('button', { name: /Dev Wallet/ })).toBeVisible();
    await loaded(app.page, ['sdk-chunk']);
    expect(streams).toEqual([]);
    await app.sheet.getByRole('tab', { name: 'QR code' }).click();
    await expect.poll(() => streams).not.toEqual([]);
  });
});

test('errors are instances of the classes that the app checks', async ({ openSwap }) => {
  const app = await openSwap({ widget: 'ours', react: 19 });
  await app.press('Send');
  await expect(app.shows('Transaction outcome')).toHaveText(
    'The widget: Connect wallet to send a transaction.',
  );
  await app.press('Open a wallet that is not there');
  await expect(app.shows('Problem')).toHaveText(
    'The widget: Trying to open modal window with unknown wallet "no-such-wallet".',
  );
  await app.connectButton.click();
  await app.connect();
  await expect(app.accountButton).toBeVisible();
  await app.press('Send');
  await app.wallet.declineButton.click();
  await expect(app.shows('Transaction outcome')).toHaveText('You said no.');
});

test('the requested proof arrives with the connection', async ({ openSwap }) => {
  const app = await openSwap({ widget: 'ours', react: 19 });
  await app.press('Ask for a proof');
  await app.press('Open one wallet');
  await app.connect();
  await expect(app.shows('Proof payload')).toHaveText('a nonce of the backend');
});

test('options can change while the widget is mounted', async ({ openSwap }) => {
  const app = await openSwap({ widget: 'ours', react: 19 });
  await app.press('Language ru');
  await expect(app.page.getByRole('button', { name: 'Подключить кошелёк' })).toBeVisible();
  await app.press('Language en');
  await expect(app.connectButton).toBeVisible();
});

test('the app can list the wallets itself', async ({ openSwap, server }) => {
  const app = await openSwap({ widget: 'ours', react: 19 });
  await app.press('List the wallets');
  await expect(app.page.getByRole('listitem')).toHaveText([
    `Other Wallet: bridge ${server.origin}/bridge, several messages at once`,
    `Dev Wallet: bridge ${server.origin}/bridge`,
  ]);
});

test('the class works without React', async ({ openSwap }) => {
  const app = await openSwap({ widget: 'ours', react: 19 }, '/plain.html');
  const status = app.page.locator('#status');
  await expect(app.page.locator('#restored')).toHaveText('no');
  await app.press('Open the modal');
  await app.connect();
  await expect(status).toHaveText(/^UQ[\w-]{46}$/);
  await app.press('Disconnect');
  await expect(status).toHaveText('nobody is connected');
  await expect(app.page.locator('#connect').getByRole('button')).toHaveText('Connect wallet');
});
