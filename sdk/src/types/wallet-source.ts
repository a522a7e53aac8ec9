/** A wallet that is reached over a bridge. */
export interface WalletConnectionSourceHTTP {
  /** Address that opens the wallet. The connect request is added to its query. */
  universalLink: string;
  /** Base address of the bridge, without `/events` and `/message`. */
  bridgeUrl: string;
}

/** A wallet that is injected into this page. */
export interface WalletConnectionSourceJS {
  /** Name of the wallet's object on `window`. */
  jsBridgeKey: string;
}

/** Any wallet that is reached over WalletConnect. Call `initializeWalletConnect` first. */
export interface WalletConnectionSourceWalletConnect {
  type: 'wallet-connect';
}

/** How to reach a wallet. */
export type WalletConnectionSource =
  | WalletConnectionSourceHTTP
  | WalletConnectionSourceJS
  | WalletConnectionSourceWalletConnect;
