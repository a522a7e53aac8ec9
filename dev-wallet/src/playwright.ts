/**
 * A wallet for every Playwright test: `import { expect, test } from '@prichal/dev-wallet/playwright'`.
 */
import { test as base } from '@playwright/test';
import { DevWallet, type DevWalletOptions } from './dev-wallet.ts';
import { type LocalBridge, startBridge } from './local-bridge/local-bridge.ts';
import { type AttachOptions, attachWallet } from './playwright/attach.ts';

export { expect } from '@playwright/test';
export * from './page-objects/index.ts';
export { type AttachOptions, attachWallet } from './playwright/attach.ts';
export { scanCode } from './playwright/scan-code.ts';

export type WalletOptions = DevWalletOptions & AttachOptions;

export type WalletFixtures = {
  /**
   * Options of the wallet and of its attachment to pages: `test.use({ walletOptions: { network:
   * 'testnet' } })`.
   */
  walletOptions: WalletOptions;
  /**
   * The wallet of this test, available in every page of `context`, including pages opened by hooks.
   */
  wallet: DevWallet;
};

export type WalletWorkerFixtures = {
  /** Bridge of wallets without `bridgeUrl`. */
  walletBridge: LocalBridge;
};

export const test = base.extend<WalletFixtures, WalletWorkerFixtures>({
  walletOptions: [{}, { option: true }],
  walletBridge: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures wanted from this pattern
    async ({}, use) => {
      const bridge = await startBridge();
      await use(bridge);
      await bridge.stop();
    },
    { scope: 'worker' },
  ],
  // Automatic, because a hook that opens the app runs before fixtures that only the test names.
  wallet: [
    async ({ context, walletOptions, walletBridge }, use, testInfo) => {
      const wallet = new DevWallet({ bridgeUrl: walletBridge.url, ...walletOptions });
      const problems: string[] = [];
      const onProblem = (problem: string) => void problems.push(problem);
      await attachWallet(context, wallet, { ...walletOptions, onProblem });
      await use(wallet);
      walletBridge.mend();
      if (testInfo.status !== testInfo.expectedStatus) {
        const body = JSON.stringify({ problems, messages: wallet.messages }, null, 2);
        await testInfo.attach('dev-wallet.json', { body, contentType: 'application/json' });
      }
      wallet.close();
    },
    { auto: true },
  ],
});
