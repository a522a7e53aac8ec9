import { test as swapTest } from '../fixtures/swap.ts';
import {
  attachWallet,
  DevWallet,
  expect,
  MANIFEST,
  scanCode,
  test,
  Visit,
  WIDGETS,
} from '../fixtures/wallet-kit.ts';

/*
 * An app without knowledge of the dev wallet, on our widget and on @tonconnect/ui-react, tested as
 * its developer would: with @prichal/dev-wallet/playwright.
 */
test.use({ viewport: { width: 1280, height: 860 }, walletOptions: { manifest: MANIFEST } });

for (const widget of WIDGETS) {
  test.describe(widget, () => {
    test('a user with the extension completes the whole journey', async ({
      page,
      wallet,
      serveSwap,
    }) => {
      const { origin } = await serveSwap({ widget, react: 19 });
      const visit = new Visit(page);
      await page.goto(origin);
      await visit.openList();
      await page.getByRole('button', { name: 'Dev Wallet' }).first().click();
      await expect(visit.shows('Address')).toHaveText(wallet.address);
      expect((await wallet.nextRequest('connect')).app?.name).toBe(MANIFEST.name);

      await visit.press('Send');
      const sent = await wallet.nextRequest('sendTransaction');
      expect(sent.params.messages).toMatchObject([{ address: wallet.address, amount: '10000000' }]);
      await expect(visit.shows('Transaction outcome')).toHaveText('boc of some bytes');
      await visit.close();

      await visit.press('Sign words');
      await expect(visit.shows('Signing outcome')).toHaveText('text: signed');
      await visit.close();

      wallet.behaveOnce('sendTransaction', { answer: { code: 300 } });
      await visit.press('Send');
      await expect(visit.shows('Transaction outcome')).toHaveText('You said no.');
      await visit.close();

      wallet.behaveOnce('sendTransaction', { delay: 1_000 });
      await visit.press('Send');
      await wallet.nextRequest('sendTransaction');
      const late = await wallet.nextRequest('sendTransaction');
      await expect(visit.shows('Transaction outcome')).toHaveText('asking');
      await late.answered();
      await expect(visit.shows('Transaction outcome')).toHaveText('boc of some bytes');
      await visit.close();

      await page.reload();
      await expect(visit.shows('Address')).toHaveText(wallet.address);
      await wallet.disconnect();
      await expect(visit.shows('Address')).toHaveText('none');
    });

    test('a wallet on the wrong network', async ({ page, wallet, serveSwap }) => {
      const { origin } = await serveSwap({ widget, react: 19 });
      const visit = new Visit(page);
      wallet.behave({ network: 'other' });
      await page.goto(origin);
      await visit.openList();
      await page.getByRole('button', { name: 'Dev Wallet' }).first().click();
      await expect(visit.shows('Network')).toHaveText('testnet');
      await visit.press('Send');
      await expect(visit.shows('Transaction outcome')).toHaveText(/network/i);
    });

    test.describe('a wallet connected by links', () => {
      test.use({ walletOptions: { manifest: MANIFEST, reach: 'link' } });

      test('a user scans the code with a phone', async ({ page, wallet, serveSwap }) => {
        const { origin } = await serveSwap({ widget, react: 19 });
        const visit = new Visit(page);
        await page.goto(origin);
        await visit.openList();
        await wallet.open(await scanCode(page));
        await expect(visit.shows('Address')).toHaveText(wallet.address);
        const request = await visit.approve('Send', wallet, 'sendTransaction');
        expect(request.via).toBe('bridge');
        await expect(visit.shows('Transaction outcome')).toHaveText('boc of some bytes');
      });
    });

    test.describe('on a phone', () => {
      test.use({
        viewport: { width: 390, height: 844 },
        hasTouch: true,
        isMobile: true,
        userAgent:
          'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36',
        walletOptions: { manifest: MANIFEST, reach: 'link' },
      });

      test('the wallet of the list opens by its link', async ({ page, wallet, serveSwap }) => {
        const { origin } = await serveSwap({ widget, react: 19 });
        const visit = new Visit(page);
        await page.goto(origin);
        await visit.openList();
        await page.getByRole('button', { name: 'Dev Wallet' }).first().click();
        await expect(visit.shows('Address')).toHaveText(wallet.address);
        expect((await wallet.nextRequest('connect')).via).toBe('bridge');
        await expect(page).toHaveURL(`${origin}/`);
      });
    });
  });
}

swapTest.describe('over the bridge of the built server', () => {
  let wallet: DevWallet;
  let visit: Visit;

  swapTest.beforeEach(async ({ context, page, server, serveSwap }) => {
    wallet = new DevWallet({ bridgeUrl: `${server.origin}/bridge`, manifest: MANIFEST });
    await attachWallet(context, wallet, { reach: 'link' });
    const { origin } = await serveSwap({ widget: 'ours', react: 19 });
    visit = new Visit(page);
    await page.goto(origin);
    await visit.openList();
    await wallet.open(await scanCode(page));
    await expect(visit.shows('Address')).toHaveText(wallet.address);
  });
  swapTest.afterEach(() => wallet.close());

  swapTest('the wallet answers', async () => {
    const request = await visit.approve('Sign bytes', wallet, 'signData');
    expect(request.params).toMatchObject({ bytes: 'AAEC/w==' });
    await expect(visit.shows('Signing outcome')).toHaveText('binary: signed');
  });

  swapTest(
    'what the session’s keys do not open tells the page nothing of them',
    async ({ page }) => {
      wallet.behaveOnce('sendTransaction', { form: 'unsealed' });
      const errors: string[] = [];
      page.on('pageerror', ({ message }) => errors.push(message));
      const warning = page.waitForEvent('console', (message) => message.type() === 'warning');
      await visit.press('Send');
      // The official SDK's message contains the session's secret key, byte by byte.
      expect((await warning).text()).toMatch(
        /^\[TON_CONNECT_SDK\] dropped messages from a bridge \([a-z -]+: 1\)$/,
      );
      expect(errors).toEqual([]);
    },
  );
});
