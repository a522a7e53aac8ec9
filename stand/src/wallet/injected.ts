import type { ConnectEvent, WalletEvent } from '@tonconnect/protocol';
import { abilitiesOf, featuresOf } from './abilities';
import type { WalletVersion } from './account';
import { APP_NAME, deviceInfo, PROTOCOL_VERSION } from './answers';
import type { Conduct } from './conduct';
import type { PageBridge } from './page-bridge';
import type { Answer } from './rpc';
import { nextEventId } from './session';

/** `window.prichalDev`: the key of the wallet's entry in the wallets list. */
export const JS_BRIDGE_KEY = 'prichalDev';

/** The injected bridge of TON Connect, version 2. */
export type InjectedBridge = {
  deviceInfo: ReturnType<typeof deviceInfo>;
  walletInfo: object;
  protocolVersion: number;
  isWalletBrowser: boolean;
  connect(protocolVersion: number, message: unknown): Promise<ConnectEvent>;
  restoreConnection(): Promise<ConnectEvent>;
  send(message: unknown): Promise<Answer>;
  listen(callback: (event: WalletEvent) => void): () => void;
  disconnect(): Promise<void>;
};

/** What the bridge needs of the wallet. */
export type Injectable = {
  page: PageBridge;
  version(): WalletVersion;
  /** What the wallet shall be without. */
  lacking(): Conduct['features'];
  subscribe(listener: () => void): () => void;
  now(): number;
};

function walletInfo(version: WalletVersion, lacking: Conduct['features'], home: string) {
  return {
    name: 'Dev Wallet',
    app_name: APP_NAME,
    image: `${home}/stand/dev-wallet.svg`,
    about_url: `${home}/stand/wallet/`,
    platforms: ['chrome', 'firefox', 'safari'],
    features: featuresOf(abilitiesOf(version, null, lacking)),
  };
}

/**
 * A bridge for one load of one page at `origin`; `home` is the wallet's own origin. `dispose` ends
 * it when the page goes: an open request of a page that is gone is nobody's.
 */
export function createInjectedBridge(
  wallet: Injectable,
  origin: string,
  home: string,
): { bridge: InjectedBridge; dispose(): void } {
  const { page } = wallet;
  const listeners = new Set<(event: WalletEvent) => void>();
  let connected = page.session(origin);
  let leaving = false;

  const follow = () => {
    const before = connected;
    connected = page.session(origin);
    if (!before || connected || leaving) return;
    const event: WalletEvent = {
      event: 'disconnect',
      id: nextEventId(before.lastEvent, wallet.now()),
      payload: {},
    };
    for (const listener of [...listeners]) listener(event);
  };
  const unsubscribe = wallet.subscribe(follow);

  const bridge: InjectedBridge = {
    deviceInfo: deviceInfo(wallet.version(), null, wallet.lacking()),
    walletInfo: walletInfo(wallet.version(), wallet.lacking(), home),
    protocolVersion: PROTOCOL_VERSION,
    isWalletBrowser: false,
    connect: (version, message) => page.connect(origin, version, message),
    restoreConnection: () => page.restore(origin),
    send: (message) => page.send(origin, message),
    listen(callback) {
      listeners.add(callback);
      return () => listeners.delete(callback);
    },
    async disconnect() {
      leaving = true;
      await page.disconnect(origin);
      leaving = false;
    },
  };
  return {
    bridge,
    dispose() {
      unsubscribe();
      listeners.clear();
      page.leave(origin);
    },
  };
}
