import type {
  WalletInfo,
  WalletInfoCurrentlyEmbedded,
  WalletInfoCurrentlyInjected,
  WalletInfoInjectable,
  WalletInfoRemote,
} from '@tonconnect/sdk';

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
