import type { WalletInfo } from '@prichal/sdk';
import { isNamed, isTelegramWallet, isWalletInfoCurrentlyInjected } from './wallet-info.js';

/**
 * Wallet in Telegram; then the wallet that was connected last (unless two or more match); then
 * those whose extension is here; then the rest, as listed. Product specification, section 5.
 */
export function orderWallets(
  wallets: readonly WalletInfo[],
  preferred: string | null,
): WalletInfo[] {
  const isPreferred = preferredTest(wallets, preferred);
  const rank = (wallet: WalletInfo): number => {
    if (isTelegramWallet(wallet)) return 0;
    if (isPreferred(wallet)) return 1;
    return isWalletInfoCurrentlyInjected(wallet) ? 2 : 3;
  };
  return [...wallets].sort((a, b) => rank(a) - rank(b));
}

/**
 * A test for the preferred wallet. No wallet passes it when the stored name matches two or more.
 */
export function preferredTest(
  wallets: readonly WalletInfo[],
  preferred: string | null,
): (wallet: WalletInfo) => boolean {
  const [match, another] = wallets.filter((wallet) => isNamed(wallet, preferred ?? ''));
  return (wallet) => wallet === match && !another;
}
