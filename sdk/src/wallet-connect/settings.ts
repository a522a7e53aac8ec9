import type { TonConnectError } from '../errors/index.js';
import type { WalletConnectMetadata, WalletConnectOptions } from '../types/ton-connect.js';

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

/**
 * Code of the connector. It is passed, not imported, because bundlers would split it into more
 * chunks.
 */
export type Shared = {
  TonConnectError: typeof TonConnectError;
  /** Makes a UUID. */
  newId(): string;
  /** Returns the raw form of an address in either form. */
  toRaw(address: string): string;
};

/** Arguments of `initializeWalletConnect`. */
export type WalletConnectSettings = {
  Connector: UniversalConnectorClass;
  options: WalletConnectOptions;
};
