import type { RequiredFeatures, WalletInfo } from '@tonconnect/sdk';
import { checkRequiredWalletFeatures } from './features.js';

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
