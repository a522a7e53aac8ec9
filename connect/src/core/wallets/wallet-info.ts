import type {
  Feature,
  RequiredFeatures,
  Wallet,
  WalletInfo,
  WalletInfoBase,
  WalletInfoCurrentlyEmbedded,
  WalletInfoCurrentlyInjected,
  WalletInfoInjectable,
  WalletInfoRemote,
} from '@prichal/sdk';

/** How a wallet was opened over a bridge. Stored with the session, because requests open it the same way. */
export type WalletOpenMethod = 'qrcode' | 'universal-link' | 'custom-deeplink';

export type WalletInfoRemoteWithOpenMethod = WalletInfoRemote & { openMethod?: WalletOpenMethod };
export type WalletInfoWalletConnect = WalletInfoBase & { type: 'wallet-connect' };
export type WalletInfoWithOpenMethod =
  | WalletInfoInjectable
  | WalletInfoRemoteWithOpenMethod
  | WalletInfoWalletConnect
  | (WalletInfoInjectable & WalletInfoRemoteWithOpenMethod);

/** A connected wallet with its entry in the wallets list. */
export type ConnectedWallet = Wallet & WalletInfoWithOpenMethod;

/** The connected wallet. An unlisted wallet has no name or picture. */
export type CurrentWallet = Wallet | ConnectedWallet;

/** A custom wallet: over a bridge, as an extension, or both. */
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

/** Whether the wallet uses an HTTP bridge. */
export const isWalletInfoRemote = (wallet: WalletInfo): wallet is WalletInfoRemote =>
  'bridgeUrl' in wallet;

/** Whether the wallet has a browser extension or an in-app browser, installed or not. */
export const isWalletInfoInjectable = (wallet: WalletInfo): wallet is WalletInfoInjectable =>
  'jsBridgeKey' in wallet;

/** Whether the wallet's extension is on this page. */
export const isWalletInfoCurrentlyInjected = (
  wallet: WalletInfo,
): wallet is WalletInfoCurrentlyInjected => isWalletInfoInjectable(wallet) && wallet.injected;

/** Whether this page is open in the wallet's in-app browser. */
export const isWalletInfoCurrentlyEmbedded = (
  wallet: WalletInfo,
): wallet is WalletInfoCurrentlyEmbedded =>
  isWalletInfoCurrentlyInjected(wallet) && wallet.embedded;

/** `appName` of Wallet in Telegram: always first, never an ordinary tile. */
export const TELEGRAM_WALLET = 'telegram-wallet';

export const isTelegramWallet = (wallet: WalletInfo): boolean => wallet.appName === TELEGRAM_WALLET;

/** Whether this is the wallet's name or app name, ignoring case (specification, section 5). */
export function isNamed(wallet: WalletInfo, name: string): boolean {
  const wanted = name.toLowerCase();
  return wallet.name.toLowerCase() === wanted || wallet.appName.toLowerCase() === wanted;
}

export const findWallet = (wallets: readonly WalletInfo[], name: string): WalletInfo | undefined =>
  wallets.find((wallet) => isNamed(wallet, name));

type Named<N> = Extract<Feature, { name: N }>;

const find = <N extends 'SendTransaction' | 'SignData'>(
  features: readonly Feature[],
  name: N,
): Named<N> | undefined =>
  features.find(
    (feature): feature is Named<N> => typeof feature === 'object' && feature.name === name,
  );

/** Whether these features include all required ones. True if none is required. */
export function checkRequiredWalletFeatures(
  features: readonly Feature[],
  required?: RequiredFeatures,
): boolean {
  const { sendTransaction, signData } = required ?? {};
  if (sendTransaction) {
    const feature = find(features, 'SendTransaction');
    if (!feature) return false;
    if ((sendTransaction.minMessages ?? 0) > feature.maxMessages) return false;
    if (sendTransaction.extraCurrencyRequired && !feature.extraCurrencySupported) return false;
  }
  if (signData) {
    const feature = find(features, 'SignData');
    if (!feature || !signData.types.every((type) => feature.types.includes(type))) return false;
  }
  return true;
}
