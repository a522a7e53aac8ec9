import type { RequiredFeatures, WalletInfo } from '@prichal/sdk';
import type { UiState } from '../types/ui-state.js';
import { checkRequiredWalletFeatures } from './features.js';
import { mergeWallets } from './merge-wallets.js';
import { orderWallets, preferredTest } from './order-wallets.js';
import { WALLET_CONNECT } from './wallet-connect.js';
import { isWalletInfoCurrentlyInjected } from './wallet-info.js';

/** A wallet as a tile shows it. */
export type SheetWallet = {
  wallet: WalletInfo;
  label: WalletLabel | null;
  support: FeatureSupport;
};

export type ListInputs = Pick<
  UiState,
  | 'listed'
  | 'includeWallets'
  | 'preferredWallet'
  | 'walletsRequiredFeatures'
  | 'walletsPreferredFeatures'
  | 'modal'
  | 'walletConnect'
>;

/** The sheet's wallets in their order; null while the list has not arrived. */
export function sheetWallets(inputs: ListInputs): SheetWallet[] | null {
  if (!inputs.listed) return null;
  const merged = mergeWallets(inputs.listed, inputs.includeWallets);
  const isPreferred = preferredTest(merged, inputs.preferredWallet);
  const required = requiredNow(inputs);
  const ordered = orderWallets(merged, inputs.preferredWallet);
  // WalletConnect comes last and is never 'Recent': it may have been any of many wallets.
  if (inputs.walletConnect) ordered.push(WALLET_CONNECT);
  return ordered.map((wallet) => ({
    wallet,
    label: labelOf(wallet, isPreferred(wallet)),
    support: supportOf(wallet, required, inputs.walletsPreferredFeatures),
  }));
}

/** What the app asks of every wallet, and what the action needs that the last wallet could not do. */
function requiredNow({ walletsRequiredFeatures, modal }: ListInputs): RequiredFeatures | undefined {
  if (!('type' in modal)) return walletsRequiredFeatures;
  const { featureName, value } = modal.requiredFeature;
  const needed: object =
    featureName === 'SignData'
      ? { signData: { types: [], ...value } }
      : { sendTransaction: { ...value } };
  return { ...walletsRequiredFeatures, ...needed };
}

export type WalletLabel = 'recent' | 'installed' | 'popular';

const POPULAR_WALLET = 'Tonkeeper';

/** The line under a wallet's name: one at most, and in this order. */
export function labelOf(wallet: WalletInfo, isPreferred: boolean): WalletLabel | null {
  if (isPreferred) return 'recent';
  if (isWalletInfoCurrentlyInjected(wallet)) return 'installed';
  return wallet.name === POPULAR_WALLET ? 'popular' : null;
}

export type FeatureSupport = 'full' | 'lacks-preferred' | 'lacks-required';

/** What a listed wallet can do of what the app asks. Required features bar it, preferred do not. */
export function supportOf(
  wallet: WalletInfo,
  required: RequiredFeatures | undefined,
  preferred: RequiredFeatures | undefined,
): FeatureSupport {
  const features = wallet.features ?? [];
  if (!checkRequiredWalletFeatures(features, required)) return 'lacks-required';
  return checkRequiredWalletFeatures(features, preferred) ? 'full' : 'lacks-preferred';
}
