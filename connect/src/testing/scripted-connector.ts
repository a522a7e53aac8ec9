import type { ITonConnect, TonConnectError, Wallet, WalletInfo } from '@tonconnect/sdk';

type Source = Parameters<ITonConnect['connect']>[0];
type Sent = { onRequestSent?: () => void; signal?: AbortSignal };

/** A connect request as the connector got it. */
export type SeenConnect = { source: Source; tonProof: string | undefined; signal: AbortSignal };

/** A connector that a test plays the wallet's part of. */
export type ScriptedConnector = ITonConnect & {
  readonly connects: SeenConnect[];
  /** The wallet approves; null ends the session. */
  answer(wallet: Wallet | null): void;
  refuse(error: Error): void;
  /** Settles the request that is waiting. */
  readonly requests: { resolve(result: object): void; reject(error: Error): void; options: Sent }[];
};

export const RAW_ADDRESS = '0:83dfd552e63729b472fcbcc8c45ebcc6691702558b68ec7527e1ba403a0f31a8';
/** The same address as people know it. */
export const ADDRESS = 'UQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqEBI';

export const walletOf = (appName: string): Wallet => ({
  device: { platform: 'iphone', appName, appVersion: '1', maxProtocolVersion: 2, features: [] },
  provider: 'http',
  account: { address: RAW_ADDRESS, chain: '-239', walletStateInit: '', publicKey: '00' },
});

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

export function scriptedConnector(
  wallets: WalletInfo[] = [remoteWallet('Alpha'), remoteWallet('Beta')],
  connectedAs: Wallet | null = null,
): ScriptedConnector {
  let wallet = connectedAs;
  const status = new Set<(wallet: Wallet | null) => void>();
  const errors = new Set<(error: TonConnectError) => void>();
  const connects: SeenConnect[] = [];
  const requests: ScriptedConnector['requests'] = [];
  const request = (_: unknown, options: Sent = {}) =>
    new Promise((resolve, reject) => requests.push({ resolve, reject, options }));

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
  };
  return connector as unknown as ScriptedConnector;
}
