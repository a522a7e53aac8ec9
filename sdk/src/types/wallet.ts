import type { DeviceInfo, TonProofItemReply } from './connect-items.js';
import type { ChainId } from './enums.js';

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

/** The account that the user has chosen in the wallet. */
export interface Account {
  /** Raw address, `<workchain>:<64 hex digits>`. */
  address: string;
  chain: ChainId;
  /** Initial code and data of the wallet's contract, a BOC in standard base64. */
  walletStateInit: string;
  /** 64 hex digits without `0x`. */
  publicKey?: string;
}

/** A connected wallet. */
export interface Wallet {
  device: DeviceInfo;
  /** How requests reach the wallet. It is `injected` for WalletConnect too. */
  provider: 'http' | 'injected';
  account: Account;
  /** Answers to the additional items of the connect request. */
  connectItems?: { tonProof?: TonProofItemReply };
}

/** Keys of a session, each 64 hex digits. */
export interface KeyPair {
  publicKey: string;
  secretKey: string;
}

/** The two ends of a session. */
export type SessionInfo = {
  /** Client ID of the app, 64 hex digits. Null without a session. */
  clientId: string | null;
  /** Client ID of the wallet, 64 hex digits. Null until the wallet has answered. */
  walletId: string | null;
};
