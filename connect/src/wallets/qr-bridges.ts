import type { WalletInfo } from '@tonconnect/sdk';
import { onPhones } from './reach.js';
import { isWalletInfoRemote } from './wallet-info.js';

/**
 * Most bridges behind the QR code of the first screen. A stream is held open to each while the
 * sheet is open; why not to all of them: docs/decisions/0003-bridges-behind-the-qr.md.
 */
export const QR_BRIDGES = 5;

/**
 * The wallets that may answer the first screen's QR code: from the top of the list, those with a
 * phone app that can scan it, until their bridges make the limit. Wallets that share a bridge with
 * one of them answer too.
 */
export function walletsBehindQr(ordered: readonly WalletInfo[]): {
  bridges: string[];
  wallets: WalletInfo[];
} {
  const phones = ordered.filter(onPhones).filter(isWalletInfoRemote);
  const bridges = [...new Set(phones.map(({ bridgeUrl }) => bridgeUrl))].slice(0, QR_BRIDGES);
  return { bridges, wallets: phones.filter(({ bridgeUrl }) => bridges.includes(bridgeUrl)) };
}
