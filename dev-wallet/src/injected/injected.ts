import { abilitiesOf, type Feature, featuresOf } from '../protocol/abilities.ts';
import {
  type ConnectEvent,
  type DeviceInfo,
  deviceInfo,
  PROTOCOL_VERSION,
  type WalletEvent,
} from '../protocol/answers.ts';
import type { Answer } from '../protocol/rpc.ts';
import { nextEventId } from '../protocol/session.ts';
import type { Wallet } from '../wallet/wallet.ts';

/**
 * Description that an injected wallet gives to pages, for apps whose wallets list does not contain
 * it.
 */
export type WalletInfo = {
  name: string;
  app_name: string;
  image: string;
  about_url: string;
  platforms: string[];
  features: Feature[];
};

/** The injected bridge of TON Connect, version 2. */
export type InjectedBridge = {
  deviceInfo: DeviceInfo;
  walletInfo: WalletInfo;
  protocolVersion: number;
  isWalletBrowser: boolean;
  connect(protocolVersion: number, message: unknown): Promise<ConnectEvent>;
  restoreConnection(): Promise<ConnectEvent>;
  send(message: unknown): Promise<Answer>;
  listen(callback: (event: WalletEvent) => void): () => void;
  disconnect(): Promise<void>;
};

/** The part of the wallet that the bridge uses. */
export type Injectable = Pick<Wallet, 'identity' | 'page' | 'view' | 'subscribe' | 'now'>;

/** Returns the properties that a page reads without a request. */
export function injectedFacts({ identity, view }: Pick<Wallet, 'identity' | 'view'>) {
  const { version, behaviour } = view().state;
  return {
    deviceInfo: deviceInfo(identity, version, null, behaviour.features),
    walletInfo: {
      name: identity.name,
      app_name: identity.appName,
      image: identity.image,
      about_url: identity.aboutUrl,
      platforms: ['chrome', 'firefox', 'safari'],
      features: featuresOf(abilitiesOf(version, null, behaviour.features)),
    } satisfies WalletInfo,
    protocolVersion: PROTOCOL_VERSION,
    isWalletBrowser: false,
  };
}

/**
 * Makes the bridge for one load of one page at `origin`. `dispose` ends it when the page unloads:
 * the page's open requests are dropped.
 */
export function createInjectedBridge(
  wallet: Injectable,
  origin: string,
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
    ...injectedFacts(wallet),
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
