import type { WalletInfo } from '@tonconnect/sdk';
import { injectedBridges } from '../connection/injected.js';
import { parseEntries, toWalletInfo } from './parse.js';

/** The list, and behind it the wallets that are on this page without being listed. */
export function withUnlisted(listed: readonly WalletInfo[]): WalletInfo[] {
  const own = injectedBridges().map(([key, { walletInfo }]) => ({
    ...Object(walletInfo),
    bridge: [{ type: 'js', key }],
  }));
  const others = parseEntries(own)
    .map(toWalletInfo)
    .filter(({ appName }) => !listed.some((wallet) => wallet.appName === appName));
  return [...listed, ...others];
}
