import type { ChainId, CONNECT_ITEM_ERROR_CODES } from './enums.js';
import type { Feature } from './wallet-info.js';

/** Additional items of a connect request. */
export interface ConnectAdditionalRequest {
  /** Payload for the wallet to sign as a proof of ownership. At most 128 bytes of UTF-8. */
  tonProof?: string;
}

/** Asks the wallet for its address. */
export interface TonAddressItem {
  name: 'ton_addr';
  /** Network on which the wallet must connect. Any network if absent. */
  network?: ChainId;
}

/** Asks the wallet to sign a proof that the user owns the address. */
export interface TonProofItem {
  name: 'ton_proof';
  payload: string;
}

/** One item of a connect request. */
export type ConnectItem = TonAddressItem | TonProofItem;

/** Name of an item of a connect request. */
export type AuthType = ConnectItem['name'];

/** The address of the wallet. */
export interface TonAddressItemReply {
  name: 'ton_addr';
  /** Raw address, `<workchain>:<64 hex digits>`. */
  address: string;
  network: ChainId;
  /** BOC in base64. */
  walletStateInit: string;
  /** 64 hex digits. */
  publicKey: string;
}

/** A signed proof. */
export interface TonProofItemReplySuccess {
  name: 'ton_proof';
  proof: {
    /** Unix time of the signature in seconds. */
    timestamp: number;
    /** Domain of the app. `lengthBytes` is its length in UTF-8. */
    domain: { lengthBytes: number; value: string };
    /** The payload of the request. */
    payload: string;
    /** Ed25519 signature in base64. */
    signature: string;
  };
}

/** An item that the wallet rejected. */
export type ConnectItemReplyError<T> = {
  name: T;
  error: { code: CONNECT_ITEM_ERROR_CODES; message?: string };
};

/** A proof that the wallet refused to sign. */
export type TonProofItemReplyError = ConnectItemReplyError<TonProofItemReplySuccess['name']>;

/** Answer to a `ton_proof` item. */
export type TonProofItemReply = TonProofItemReplySuccess | TonProofItemReplyError;

/** Answer to one item of a connect request. */
export type ConnectItemReply = TonAddressItemReply | TonProofItemReply;

/** The device and the app in which the wallet runs. */
export interface DeviceInfo {
  platform: 'iphone' | 'ipad' | 'android' | 'windows' | 'mac' | 'linux' | 'browser';
  /** Identifier of the wallet. Equals `appName` in the wallets list. */
  appName: string;
  appVersion: string;
  /** Newest version of TON Connect that the wallet speaks. */
  maxProtocolVersion: number;
  features: Feature[];
}

/** The user approved the connection. */
export interface ConnectEventSuccess {
  event: 'connect';
  id: number;
  payload: { items: ConnectItemReply[]; device: DeviceInfo };
}

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
