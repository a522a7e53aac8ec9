import type { WalletConnectMetadata } from '../types/wallet-connect.js';

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
