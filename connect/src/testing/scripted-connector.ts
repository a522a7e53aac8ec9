import type { TonConnectError, Wallet, WalletInfo } from '@prichal/sdk';
import type { OwnConnector } from '../core/connection/connector.js';

type Source = Parameters<OwnConnector['connect']>[0];
/** Options of a request: a callback for its delivery, and a signal that cancels it. */
type Sent = { onRequestSent?: () => void; signal?: AbortSignal };

/** A connect request, as the connector received it. */
export type SeenConnect = {
  /** Bridges that can answer, or the extension that got the request. */
  source: Source;
  tonProof: string | undefined;
  /** Aborted when the user has cancelled. */
  signal: AbortSignal;
};

/** A transaction or data to sign, until the test settles it. */
export type ScriptedRequest = {
  /** Content of the request. */
  readonly payload: unknown;
  readonly options: Sent;
  /** Approves the request: `{ boc }` for a transaction, `{ signature, … }` for data. */
  resolve(result: object): void;
  reject(error: Error): void;
};

/** A connector whose wallet is controlled by the test. */
export type ScriptedConnector = OwnConnector & {
  /** The connect requests so far, the newest last. */
  readonly connects: readonly SeenConnect[];
  /** The requests to the connected wallet so far, the newest last. */
  readonly requests: readonly ScriptedRequest[];
  /** Connects the wallet. Null ends the session from the wallet's side. */
  answer(wallet: Wallet | null): void;
  /** Fails the connect request. */
  refuse(error: Error): void;
  /** Reports the unreachable bridges. */
  lose(bridges: readonly string[]): void;
};

/** The address of `walletOf`, raw. */
export const RAW_ADDRESS = '0:83dfd552e63729b472fcbcc8c45ebcc6691702558b68ec7527e1ba403a0f31a8';
/** The same address, user-friendly. */
export const ADDRESS = 'UQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqEBI';

/** Returns a connected wallet on the main network. `appName` selects the entry of the list. */
export const walletOf = (appName: string): Wallet => ({
  device: { platform: 'iphone', appName, appVersion: '1', maxProtocolVersion: 2, features: [] },
  provider: 'http',
  account: { address: RAW_ADDRESS, chain: '-239', walletStateInit: '', publicKey: '00' },
});

/** Returns an entry of the wallets list: an app that is reached over a bridge, on every platform. */
export const remoteWallet = (name: string, more: Partial<WalletInfo> = {}): WalletInfo =>
  ({
    name,
    appName: name.toLowerCase(),
    imageUrl: '',
    aboutUrl: `https://${name.toLowerCase()}.example/about`,
    universalLink: `https://${name.toLowerCase()}.example/connect`,
    bridgeUrl: `https://bridge.${name.toLowerCase()}.example`,
    platforms: ['ios', 'android', 'macos', 'windows', 'linux'],
    features: [{ name: 'SendTransaction', maxMessages: 4 }],
    ...more,
  }) as WalletInfo;

/**
 * Creates a scripted connector.
 * @param wallets the wallets list
 * @param connectedAs the wallet of a stored session, if there is one
 */
export function scriptedConnector(
  wallets: WalletInfo[] = [remoteWallet('Alpha'), remoteWallet('Beta')],
  connectedAs: Wallet | null = null,
): ScriptedConnector {
  let wallet = connectedAs;
  const status = new Set<(wallet: Wallet | null) => void>();
  const errors = new Set<(error: TonConnectError) => void>();
  const unreached = new Set<(bridges: readonly string[]) => void>();
  const connects: SeenConnect[] = [];
  const requests: ScriptedRequest[] = [];
  const request = (payload: unknown, options: Sent = {}) =>
    new Promise((resolve, reject) => requests.push({ payload, options, resolve, reject }));

  const connector = {
    connects,
    requests,
    get connected() {
      return wallet !== null;
    },
    get account() {
      return wallet?.account ?? null;
    },
    get wallet() {
      return wallet;
    },
    getWallets: async () => wallets,
    onStatusChange(
      callback: (wallet: Wallet | null) => void,
      onError?: (e: TonConnectError) => void,
    ) {
      status.add(callback);
      if (onError) errors.add(onError);
      return () => {
        status.delete(callback);
        if (onError) errors.delete(onError);
      };
    },
    connect(source: Source, asked: { tonProof?: string }, { signal }: { signal: AbortSignal }) {
      connects.push({ source, tonProof: asked.tonProof, signal });
      const id = String(connects.length).padStart(64, '0');
      return Array.isArray(source)
        ? `tc://?v=2&id=${id}&trace_id=t&r=%7B%22a%22%3A1%7D`
        : undefined;
    },
    restoreConnection: async () => undefined,
    pauseConnection: () => undefined,
    unPauseConnection: async () => undefined,
    setConnectionNetwork: () => undefined,
    getSessionId: async () => null,
    onUnreachedBridges(listener: (bridges: readonly string[]) => void) {
      unreached.add(listener);
      return () => void unreached.delete(listener);
    },
    onExtensionAnswer: () => null,
    close: () => undefined,
    disconnect: async () => connector.answer(null),
    sendTransaction: request,
    signData: request,
    answer(next: Wallet | null) {
      wallet = next;
      for (const callback of [...status]) callback(next);
    },
    refuse(error: Error) {
      for (const callback of [...errors]) callback(error as TonConnectError);
    },
    lose(bridges: readonly string[]) {
      for (const listener of [...unreached]) listener(bridges);
    },
  };
  return connector as unknown as ScriptedConnector;
}
