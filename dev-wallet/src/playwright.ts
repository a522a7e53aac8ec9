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
  /** What the wallet is and how apps meet it: `test.use({ walletOptions: { network: 'testnet' } })`. */
  walletOptions: WalletOptions;
  /** The wallet of this test: it stands in every page of `context`, of hooks as well. */
  wallet: DevWallet;
};

export type WalletWorkerFixtures = {
  /** The bridge of wallets that are not told of another. */
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
  // Whether a test names it or not: a hook that opens the app runs before what only the test names.
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
