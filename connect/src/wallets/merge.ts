import type { WalletInfo } from '@tonconnect/sdk';
import { injectedState } from '../connection/injected.js';
import type { UIWallet } from '../controller/public-types.js';

/** The list with the caller's wallets: one with a listed name takes its place, others follow. */
export function mergeWallets(
  listed: readonly WalletInfo[],
  included: readonly UIWallet[],
): WalletInfo[] {
  const own = new Map(included.map((wallet) => [wallet.name, fromUIWallet(wallet)]));
  const merged = listed.map((wallet) => {
    const replacement = own.get(wallet.name);
    own.delete(wallet.name);
    return replacement ? ({ ...wallet, ...replacement } as WalletInfo) : wallet;
  });
  return [...merged, ...own.values()];
}

function fromUIWallet(wallet: UIWallet): WalletInfo {
  const { jsBridgeKey } = wallet;
  return { ...wallet, ...(jsBridgeKey && injectedState(jsBridgeKey)) } as WalletInfo;
}
