import { createWallet, newSeed, newState, type Wallet } from '@prichal/dev-wallet/core';
import { alone } from './locks';
import { openStore } from './store';

/** Key of the injected wallet in the wallets list: `window.prichalDev`. */
export const JS_BRIDGE_KEY = 'prichalDev';

/** Loads the wallets list of an origin, parsed. Null if it cannot be loaded. */
export async function readList(origin: string): Promise<unknown> {
  try {
    return await (await fetch(`${origin}/wallets-v2.json`)).json();
  } catch {
    return null;
  }
}

/** Opens the wallet of this origin with its stored state. */
export async function openWallet(origin: string): Promise<Wallet> {
  const store = await openStore(() => newState(newSeed()));
  return createWallet({
    identity: {
      appName: 'prichal-dev',
      name: 'Dev Wallet',
      image: `${origin}/stand/dev-wallet.svg`,
      aboutUrl: `${origin}/stand/wallet/`,
      universalUrl: `${origin}/stand/wallet/`,
      jsBridgeKey: JS_BRIDGE_KEY,
    },
    store,
    alone,
    homeBridge: `${origin}/bridge`,
    list: () => readList(origin),
  });
}
