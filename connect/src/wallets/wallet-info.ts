import type {
  WalletInfo,
  WalletInfoCurrentlyEmbedded,
  WalletInfoCurrentlyInjected,
  WalletInfoInjectable,
  WalletInfoRemote,
} from '@prichal/sdk';

/** A wallet that is reached over an HTTP bridge. */
export const isWalletInfoRemote = (wallet: WalletInfo): wallet is WalletInfoRemote =>
  'bridgeUrl' in wallet;

/** A wallet that has a browser extension or an in-wallet browser, present here or not. */
export const isWalletInfoInjectable = (wallet: WalletInfo): wallet is WalletInfoInjectable =>
  'jsBridgeKey' in wallet;

/** A wallet whose extension is on this page. */
export const isWalletInfoCurrentlyInjected = (
  wallet: WalletInfo,
): wallet is WalletInfoCurrentlyInjected => isWalletInfoInjectable(wallet) && wallet.injected;

/** The wallet in whose own browser this page is open. */
export const isWalletInfoCurrentlyEmbedded = (
  wallet: WalletInfo,
): wallet is WalletInfoCurrentlyEmbedded =>
  isWalletInfoCurrentlyInjected(wallet) && wallet.embedded;

/** `appName` of Wallet in Telegram: always first, never an ordinary tile. */
export const TELEGRAM_WALLET = 'telegram-wallet';

export const isTelegramWallet = (wallet: WalletInfo): boolean => wallet.appName === TELEGRAM_WALLET;

/** Whether this is the wallet's name or app name, whatever the case (specification, section 5). */
export function isNamed(wallet: WalletInfo, name: string): boolean {
  const wanted = name.toLowerCase();
  return wallet.name.toLowerCase() === wanted || wallet.appName.toLowerCase() === wanted;
}

export const findWallet = (wallets: readonly WalletInfo[], name: string): WalletInfo | undefined =>
  wallets.find((wallet) => isNamed(wallet, name));
