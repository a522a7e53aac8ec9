import { test as base, expect } from '@playwright/test';
import { expectDescribed } from '../contract/answers.ts';
import { App, type ConnectorName } from './app.ts';
import { type Deployment, DurableBridge } from './durable-bridge.ts';
import { Wallet } from './wallet.ts';

// The SDK logs every message with its content. Reports should show only failures.
Object.assign(console, { debug: () => undefined });

export interface BridgeOptions {
  /** Servers behind the bridge's address. */
  deployment: Deployment;
  /** The app's connector. */
  connector: ConnectorName;
}

export interface BridgeFixtures {
  /** The real binary with its stored data, for this test only. */
  bridge: DurableBridge;
  /** An app and a wallet that are connected over the bridge. */
  pair: { app: App; wallet: Wallet };
}

export const test = base.extend<BridgeOptions & BridgeFixtures>({
  deployment: ['one', { option: true }],
  connector: ['official', { option: true }],
  bridge: async ({ deployment }, use) => {
    const bridge = await DurableBridge.start(deployment);
    await use(bridge);
    await bridge.close();
    expectDescribed();
  },
  pair: async ({ bridge, connector }, use) => {
    const app = new App(bridge.url, connector);
    const wallet = await Wallet.open(app.connect(), bridge.url);
    await expect.poll(() => app.connector.connected).toBe(true);
    await use({ app, wallet });
    app.close();
    wallet.sleep();
  },
});

export { expect };
