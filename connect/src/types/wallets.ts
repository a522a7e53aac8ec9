import type {
  Wallet,
  WalletInfo,
  WalletInfoBase,
  WalletInfoInjectable,
  WalletInfoRemote,
} from '@prichal/sdk';

/** How a wallet was reached over a bridge; kept with the session, because requests are shown by it. */
export type WalletOpenMethod = 'qrcode' | 'universal-link' | 'custom-deeplink';

export type WalletInfoRemoteWithOpenMethod = WalletInfoRemote & { openMethod?: WalletOpenMethod };
export type WalletInfoWalletConnect = WalletInfoBase & { type: 'wallet-connect' };
export type WalletInfoWithOpenMethod =
  | WalletInfoInjectable
  | WalletInfoRemoteWithOpenMethod
  | WalletInfoWalletConnect
  | (WalletInfoInjectable & WalletInfoRemoteWithOpenMethod);

/** A connected wallet with what the wallets list knows about it. */
export type ConnectedWallet = Wallet & WalletInfoWithOpenMethod;

/** The connected wallet; one that is not listed has no name or picture. */
export type CurrentWallet = Wallet | ConnectedWallet;

/** A wallet of the caller's own: over a bridge, as an extension, or both. */
export type UIWallet = {
  name: string;
  appName: string;
  imageUrl: string;
  aboutUrl: string;
  platforms: WalletInfo['platforms'];
  universalLink?: string;
  deepLink?: string;
  bridgeUrl?: string;
  jsBridgeKey?: string;
  features?: WalletInfo['features'];
};
