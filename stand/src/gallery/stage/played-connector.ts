import type { ITonConnect, TonConnectError, Wallet, WalletInfo } from '@prichal/connect';

type Request = { onRequestSent?: () => void };

/** An unanswered request to the wallet. */
export type Asked = {
  /** Reports that the request has reached the wallet. */
  sent(): void;
  approve(): void;
  refuse(error: Error): void;
};

/** A connector without a wallet. The scene plays the wallet's part. */
export type PlayedConnector = {
  readonly connector: ITonConnect;
  /** Approves the connection. */
  answer(wallet: Wallet): void;
  refuse(error: Error): void;
  /** The newest request to the connected wallet. */
  asked(): Asked | undefined;
  /** Whether a connection is pending. */
  connecting(): boolean;
};

/** Connect link with the length of a real one, so that the QR code has a real density. */
const LINK = `tc://?v=2&id=${'5f1c8e2b'.repeat(8)}&trace_id=019a8f3e-7c21-7d55-9b0a-3f6a1c2d4e5f&r=${encodeURIComponent(
  JSON.stringify({
    manifestUrl: 'https://prichal.example/tonconnect-manifest.json',
    items: [{ name: 'ton_addr' }],
  }),
)}`;

/**
 * @param listed the wallets list. It may never arrive, or fail.
 * @param restored the wallet of a stored session. With `never`, restoring does not end.
 */
export function playedConnector(
  listed: () => Promise<readonly WalletInfo[]>,
  restored: Wallet | 'never' | null,
): PlayedConnector {
  let wallet: Wallet | null = null;
  let asked: Asked | undefined;
  let connecting = false;
  const listeners = new Set<(wallet: Wallet | null) => void>();
  const failures = new Set<(error: TonConnectError) => void>();

  const become = (next: Wallet | null): void => {
    wallet = next;
    connecting = false;
    for (const listener of [...listeners]) listener(next);
  };
  const ask = (result: object) => (_: unknown, options: Request) =>
    new Promise((resolve, reject) => {
      asked = {
        sent: () => options.onRequestSent?.(),
        approve: () => resolve(result),
        refuse: reject,
      };
    });

  const connector = {
    get connected() {
      return wallet !== null;
    },
    get account() {
      return wallet?.account ?? null;
    },
    get wallet() {
      return wallet;
    },
    getWallets: listed,
    onStatusChange(
      listener: (wallet: Wallet | null) => void,
      failure?: (error: TonConnectError) => void,
    ) {
      listeners.add(listener);
      if (failure) failures.add(failure);
      return () => {
        listeners.delete(listener);
        if (failure) failures.delete(failure);
      };
    },
    connect(source: unknown) {
      connecting = true;
      return Array.isArray(source) ? LINK : undefined;
    },
    async restoreConnection() {
      if (restored === 'never') await new Promise(() => undefined);
      else if (restored) become(restored);
    },
    pauseConnection: () => undefined,
    unPauseConnection: async () => undefined,
    setConnectionNetwork: () => undefined,
    getSessionId: async () => null,
    disconnect: async () => become(null),
    sendTransaction: ask({ boc: 'te6cckEBAQEAAgAAAEysuc0=' }),
    signData: ask({ signature: '', timestamp: 0, domain: '', address: '', payload: {} }),
  };

  return {
    // An object literal cannot satisfy the overloads of the SDK's interface.
    connector: connector as unknown as ITonConnect,
    answer: become,
    refuse(error) {
      connecting = false;
      for (const failure of [...failures]) failure(error as TonConnectError);
    },
    asked: () => asked,
    connecting: () => connecting,
  };
}
