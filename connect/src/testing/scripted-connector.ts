import type { TonConnectError, Wallet, WalletInfo } from '@prichal/sdk';
import type { OwnConnector } from '../core/connection/connector.js';

type Source = Parameters<OwnConnector['connect']>[0];
/** What goes with a request: told when it has reached the wallet, and given up. */
type Sent = { onRequestSent?: () => void; signal?: AbortSignal };

/** A connect request as the connector got it. */
export type SeenConnect = {
  /** Bridges that an answer may come over, or the extension that is asked. */
  source: Source;
  tonProof: string | undefined;
  /** Aborted when the visitor has given up. */
  signal: AbortSignal;
};

/** A transaction or data to sign, until it is settled by the test. */
export type ScriptedRequest = {
  /** What was asked for. */
  readonly payload: unknown;
  readonly options: Sent;
  /** The wallet has signed: `{ boc }` of a transaction, `{ signature, … }` of data. */
  resolve(result: object): void;
  reject(error: Error): void;
};

/** A connector that a test plays the wallet's part of. */
export type ScriptedConnector = OwnConnector & {
  /** The connect requests so far, the newest last. */
  readonly connects: readonly SeenConnect[];
  /** The requests to the connected wallet so far, the newest last. */
  readonly requests: readonly ScriptedRequest[];
  /** The wallet connects; null ends the session from its side. */
  answer(wallet: Wallet | null): void;
  /** The connect request comes to nothing. */
  refuse(error: Error): void;
  /** Reports the bridges that cannot be reached. */
  lose(bridges: readonly string[]): void;
};

/** The address of `walletOf`, as the protocol has it. */
export const RAW_ADDRESS = '0:83dfd552e63729b472fcbcc8c45ebcc6691702558b68ec7527e1ba403a0f31a8';
/** The same address as people know it. */
export const ADDRESS = 'UQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqEBI';

/** A connected wallet, on the main network. `appName` says which of the list it is. */
export const walletOf = (appName: string): Wallet => ({
  device: { platform: 'iphone', appName, appVersion: '1', maxProtocolVersion: 2, features: [] },
  provider: 'http',
  account: { address: RAW_ADDRESS, chain: '-239', walletStateInit: '', publicKey: '00' },
});

/** An entry of the wallets list: an app that is reached over a bridge, on every platform. */
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
 * @param wallets the wallets list
 * @param connectedAs the wallet of a session that is there from the start
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
