/** Kinds of data that a wallet can sign. */
export type SignDataType = 'text' | 'binary' | 'cell';

/** Old form of `SendTransactionFeature`. Means at most 4 messages without extra currencies. */
export type SendTransactionFeatureDeprecated = 'SendTransaction';

/** The wallet can send transactions. */
export type SendTransactionFeature = {
  name: 'SendTransaction';
  /** Maximum number of messages in one transaction. */
  maxMessages: number;
  /** Whether messages can carry extra currencies. False if absent. */
  extraCurrencySupported?: boolean;
};

/** The wallet can sign data of the listed kinds. */
export type SignDataFeature = {
  name: 'SignData';
  types: SignDataType[];
};

/** One ability of a wallet. */
export type Feature = SendTransactionFeatureDeprecated | SendTransactionFeature | SignDataFeature;

/** Name of a feature. */
export type FeatureName = Exclude<Feature, 'SendTransaction'>['name'];

/** Requirements of an app on `SendTransaction`. */
export type RequiredSendTransactionFeature = {
  /** Number of messages that one transaction of the app needs. */
  minMessages?: number;
  /** Whether the app sends extra currencies. */
  extraCurrencyRequired?: boolean;
};

/** Requirements of an app on `SignData`. */
export type RequiredSignDataFeature = {
  /** The wallet must be able to sign each of these kinds. */
  types: SignDataType[];
};

/** Features that an app needs. A wallet without one of them cannot connect. */
export type RequiredFeatures = {
  sendTransaction?: RequiredSendTransactionFeature;
  signData?: RequiredSignDataFeature;
};

/** Fields of every wallet in the wallets list. */
export interface WalletInfoBase {
  /** Name to show to the user. */
  name: string;
  /** Identifier of the wallet. Equals `device.appName` of a connected wallet. */
  appName: string;
  /** Address of a square PNG, 288 x 288 px, opaque and without rounded corners. */
  imageUrl: string;
  /** Reserved by the protocol. */
  tondns?: string;
  /** Page about the wallet. */
  aboutUrl: string;
  /** Abilities of the newest version. Unknown if absent. */
  features?: Feature[];
  /** Systems and browsers on which the wallet can be installed. */
  platforms: (
    | 'ios'
    | 'android'
    | 'macos'
    | 'windows'
    | 'linux'
    | 'chrome'
    | 'firefox'
    | 'safari'
  )[];
}

/** A wallet that is reached over a bridge. */
export interface WalletInfoRemote extends WalletInfoBase {
  /** Address that opens the wallet. The connect request is added to its query. */
  universalLink: string;
  /** The same with the wallet's own scheme. */
  deepLink?: string;
  /** Base address of the bridge, for example `https://bridge.tonapi.io/bridge`. */
  bridgeUrl: string;
}

/** A wallet that can inject itself into the page: an extension, or the browser of a wallet. */
export interface WalletInfoInjectable extends WalletInfoBase {
  /** Name of the wallet's object on `window`. */
  jsBridgeKey: string;
  /** Whether the object is on this page now. */
  injected: boolean;
  /** Whether this page is open in the browser of the wallet. */
  embedded: boolean;
}

/** @deprecated Use `WalletInfoInjectable` or `WalletInfoCurrentlyInjected`. */
export interface WalletInfoInjected extends WalletInfoBase {
  jsBridgeKey: string;
  injected: boolean;
  embedded: boolean;
}

/** A wallet that is injected into this page. */
export interface WalletInfoCurrentlyInjected extends WalletInfoInjectable {
  injected: true;
}

/** The wallet in whose browser this page is open. */
export interface WalletInfoCurrentlyEmbedded extends WalletInfoCurrentlyInjected {
  injected: true;
  embedded: true;
}

/** A wallet of the list. */
export type WalletInfo =
  | WalletInfoRemote
  | WalletInfoInjectable
  | (WalletInfoRemote & WalletInfoInjectable);

/** A bridge of a wallet, as the wallets list writes it. */
export type WalletBridgeDTO = { type: 'sse'; url: string } | { type: 'js'; key: string };

/** A wallet, as the wallets list writes it. */
export type WalletInfoDTO = {
  name: string;
  app_name: string;
  image: string;
  tondns?: string;
  about_url: string;
  /** Required if `bridge` has an entry of the type `sse`. */
  universal_url?: string;
  deepLink?: string;
  bridge: WalletBridgeDTO[];
  platforms: WalletInfoBase['platforms'];
  features?: Feature[];
};
