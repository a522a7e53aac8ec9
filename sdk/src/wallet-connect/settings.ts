import { TonConnectError } from '../errors/index.js';
import type { WalletConnectMetadata, WalletConnectOptions } from '../types/options.js';

/** A session of WalletConnect, as far as it is needed here. */
export type WalletConnectSession = {
  namespaces: { ton?: { accounts?: string[]; methods: string[] } };
  sessionProperties?: { ton_getPublicKey?: string; ton_getStateInit?: string };
  /** Signed proofs (CAIP-122). */
  authentication?: {
    p: { domain: string; iat?: string; statement?: string };
    s: { s: string };
  }[];
};

/** An instance of `UniversalConnector` of `@reown/appkit-universal-connector`. */
export type UniversalConnector = {
  provider: {
    session?: WalletConnectSession;
    once(event: 'session_delete', listener: () => void): void;
  };
  connect(options: { authentication?: object[] | undefined }): Promise<unknown>;
  disconnect(): Promise<void>;
  request(request: { method: string; params: unknown }, chain: string): Promise<unknown>;
};

/** The class itself. */
export type UniversalConnectorClass = {
  init(config: {
    projectId: string;
    metadata: WalletConnectMetadata;
    networks: object[];
  }): Promise<UniversalConnector>;
};

/** Code of the connector. It is passed, not imported: bundlers would make chunks of it. */
export type Shared = {
  TonConnectError: typeof TonConnectError;
  /** Makes a UUID. */
  newId(): string;
  /** Returns the raw form of an address in either form. */
  toRaw(address: string): string;
};

/** What the app has passed to `initializeWalletConnect`. */
export type WalletConnectSettings = {
  Connector: UniversalConnectorClass;
  options: WalletConnectOptions;
};

let settings: WalletConnectSettings | undefined;

/**
 * Turns WalletConnect on. Call it once, before the first use of `{ type: 'wallet-connect' }`.
 * @param UniversalConnectorCls `UniversalConnector` of `@reown/appkit-universal-connector`.
 * @throws TonConnectError at the second call, or if the class has no method `init`.
 */
export function initializeWalletConnect(
  // biome-ignore lint/complexity/noBannedTypes: the official signature.
  UniversalConnectorCls: Function,
  walletConnectOptions: WalletConnectOptions,
): void {
  if (settings) throw new TonConnectError('Wallet Connect already initialized.');
  if (typeof UniversalConnectorCls !== 'function' || !('init' in UniversalConnectorCls)) {
    throw new TonConnectError('Initialize UniversalConnectorCls must be set');
  }
  const Connector = UniversalConnectorCls as unknown as UniversalConnectorClass;
  settings = { Connector, options: walletConnectOptions };
}

/** Whether `initializeWalletConnect` was called. */
export const isWalletConnectInitialized = (): boolean => settings !== undefined;

/** @throws TonConnectError if `initializeWalletConnect` was not called. */
export function walletConnectSettings(): WalletConnectSettings {
  if (!settings) throw new TonConnectError('Wallet Connect is not initialized.');
  return settings;
}
