import type { WalletInfo } from '@tonconnect/sdk';

export {
  isWalletInfoCurrentlyEmbedded,
  isWalletInfoCurrentlyInjected,
  isWalletInfoInjectable,
  isWalletInfoRemote,
} from './guards.js';

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
