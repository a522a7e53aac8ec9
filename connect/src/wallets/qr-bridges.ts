import type { WalletInfo } from '@prichal/sdk';
import { isTelegramWallet, isWalletInfoRemote } from './wallet-info.js';
import { onPhones } from './ways-to-wallet.js';

/**
 * Most bridges behind the QR code of the first screen. A stream is held open to each while the
 * sheet is open; why not to all of them: docs/decisions/0003-bridges-behind-the-qr.md.
 */
export const QR_BRIDGES = 5;

/** Names that fit into the sentence under the code. */
const NAMED = 4;

/**
 * Who may answer the first screen's QR code: from the top of the list, wallets with a phone app that
 * can scan it, until their bridges make the limit. One name for each bridge, though all who share it
 * answer; Wallet in Telegram goes without saying.
 */
export function behindQr(ordered: readonly WalletInfo[]): { bridges: string[]; names: string[] } {
  const firsts = ordered
    .filter(onPhones)
    .filter(isWalletInfoRemote)
    .filter((wallet, i, all) => all.findIndex((one) => one.bridgeUrl === wallet.bridgeUrl) === i)
    .slice(0, QR_BRIDGES);
  return {
    bridges: firsts.map(({ bridgeUrl }) => bridgeUrl),
    names: firsts
      .filter((wallet) => !isTelegramWallet(wallet))
      .map(({ name }) => name)
      .slice(0, NAMED),
  };
}
