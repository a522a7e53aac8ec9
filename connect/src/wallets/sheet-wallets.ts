import type { WalletInfo } from '@tonconnect/sdk';
import type { UiState } from '../store/state.js';
import { type FeatureSupport, supportOf } from './features.js';
import { labelOf, type WalletLabel } from './label.js';
import { mergeWallets } from './merge.js';
import { orderWallets, preferredTest } from './order.js';

/** A wallet as a tile shows it. */
export type SheetWallet = {
  wallet: WalletInfo;
  label: WalletLabel | null;
  support: FeatureSupport;
};

export type ListInputs = Pick<
  UiState,
  'listed' | 'includeWallets' | 'preferredWallet' | 'requiredFeatures' | 'preferredFeatures'
>;

/** The sheet's wallets in their order; null while the list has not arrived. */
export function sheetWallets(inputs: ListInputs): SheetWallet[] | null {
  if (!inputs.listed) return null;
  const merged = mergeWallets(inputs.listed, inputs.includeWallets);
  const isPreferred = preferredTest(merged, inputs.preferredWallet);
  return orderWallets(merged, inputs.preferredWallet).map((wallet) => ({
    wallet,
    label: labelOf(wallet, isPreferred(wallet)),
    support: supportOf(wallet, inputs.requiredFeatures, inputs.preferredFeatures),
  }));
}
