import type {
  AppRequest,
  ConnectEvent,
  ConnectRequest,
  RpcMethod,
  WalletEvent,
  WalletResponse,
} from '../protocol/wire.js';
import type { DeviceInfo } from '../types/wallet.js';

/**
 * Object that a wallet injects into the page, at `window[key].tonconnect` (protocol of the JS bridge).
 */
export interface InjectedWallet {
  deviceInfo?: DeviceInfo;
  /** Entry of the wallet for wallets lists. */
  walletInfo?: unknown;
  protocolVersion?: number;
  /** Whether the page is open in the browser of the wallet. */
  isWalletBrowser?: boolean;
  connect(protocolVersion: number, request: ConnectRequest): Promise<ConnectEvent>;
  restoreConnection(): Promise<ConnectEvent>;
  send<M extends RpcMethod>(request: AppRequest<M>): Promise<WalletResponse<M>>;
  /** Calls `callback` for each event. Returns a function that stops it. */
  listen(callback: (event: WalletEvent & { traceId?: string }) => void): () => void;
  /** Old wallets lack it; they take a `disconnect` request instead. */
  disconnect?(): void;
}

/** Returns the wallet at `window[key].tonconnect`. Null if there is none. */
export function findInjectedWallet(key: string): InjectedWallet | null {
  try {
    const { tonconnect } = Object((window as unknown as Record<string, unknown>)[key]);
    return typeof tonconnect === 'object' ? tonconnect : null;
  } catch {
    // There is no window, or the key is the name of a frame of another origin.
    return null;
  }
}

/**
 * Returns the wallets that are injected into this page, with their keys. Looks at data properties only:
 * some getters of `window` have side effects.
 */
export function findInjectedWallets(): [key: string, wallet: InjectedWallet][] {
  if (typeof window === 'undefined') return [];
  return Object.keys(window).flatMap((key): [string, InjectedWallet][] => {
    const wallet = Object.getOwnPropertyDescriptor(window, key)?.value && findInjectedWallet(key);
    return wallet ? [[key, wallet]] : [];
  });
}

/** Whether the wallet with this key is injected into this page. */
export const isWalletInjected = (key: string): boolean => findInjectedWallet(key) !== null;

/** Whether this page is open in the browser of the wallet with this key. */
export const isInsideWalletBrowser = (key: string): boolean =>
  Boolean(findInjectedWallet(key)?.isWalletBrowser);
