import type { WalletInfo } from '@prichal/sdk';
import { injectedBridges } from '../device/injected-wallets.js';
import { defined } from '../types/objects.js';
import type { UIWallet } from '../types/wallets.js';
import { injectedState, parseEntries, toWalletInfo, usableWallets } from './parse-list.js';

/**
 * The list with the caller's wallets: one with a listed name takes its place, others follow. Each name
 * stands there once: it is what tells one wallet from another, since two may share an app name.
 */
export function mergeWallets(
  listed: readonly WalletInfo[],
  included: readonly UIWallet[],
): WalletInfo[] {
  const usable = usableWallets(included, 'includeWallets');
  const own = new Map(usable.map((wallet) => [wallet.name, fromUIWallet(wallet)]));
  const merged = listed.map((wallet) => {
    const replacement = own.get(wallet.name);
    own.delete(wallet.name);
    return replacement ? ({ ...wallet, ...replacement } as WalletInfo) : wallet;
  });
  const all = [...merged, ...own.values()].map(withLink);
  return all.filter(({ name }, index) => all.findIndex((one) => one.name === name) === index);
}

/** Any wallet opens a `tc://` link: the universal link of an included wallet is optional. */
function withLink(wallet: WalletInfo): WalletInfo {
  if (!('bridgeUrl' in wallet)) return wallet;
  return { ...wallet, universalLink: wallet.universalLink ?? wallet.deepLink ?? 'tc://' };
}

function fromUIWallet(wallet: UIWallet): WalletInfo {
  const { jsBridgeKey } = wallet;
  return defined({
    ...wallet,
    ...(jsBridgeKey && injectedState(jsBridgeKey)),
  }) as unknown as WalletInfo;
}

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
