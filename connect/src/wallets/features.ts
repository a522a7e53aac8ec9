import type { Feature, RequiredFeatures } from '@prichal/sdk';

type Named<N> = Extract<Feature, { name: N }>;

const find = <N extends 'SendTransaction' | 'SignData'>(
  features: readonly Feature[],
  name: N,
): Named<N> | undefined =>
  features.find(
    (feature): feature is Named<N> => typeof feature === 'object' && feature.name === name,
  );

/** Whether a wallet with these features can do all that is required. Nothing required: anything can. */
export function checkRequiredWalletFeatures(
  features: readonly Feature[],
  required?: RequiredFeatures,
): boolean {
  const { sendTransaction, signData } = required ?? {};
  if (sendTransaction) {
    const feature = find(features, 'SendTransaction');
    if (!feature) return false;
    if ((sendTransaction.minMessages ?? 0) > feature.maxMessages) return false;
    if (sendTransaction.extraCurrencyRequired && !feature.extraCurrencySupported) return false;
  }
  if (signData) {
    const feature = find(features, 'SignData');
    if (!feature || !signData.types.every((type) => feature.types.includes(type))) return false;
  }
  return true;
}
