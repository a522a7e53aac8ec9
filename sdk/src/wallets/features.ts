import { WalletNotSupportFeatureError } from '../errors/index.js';
import type {
  Feature,
  FeatureName,
  RequiredFeatures,
  RequiredSendTransactionFeature,
  SignDataType,
} from '../types/wallet-info.js';
import { log } from '../validation/problems.js';

type Named<N> = Extract<Feature, { name: N }>;

/** Wallets report their features, so they may be anything. */
const find = <N extends FeatureName>(
  features: readonly Feature[],
  name: N,
): Named<N> | undefined =>
  Array.isArray(features) ? features.find((feature) => feature?.name === name) : undefined;

/**
 * Returns whether a wallet has all the features that an app needs.
 * @param features Features of the wallet.
 * @param walletsRequiredFeatures Requirements of the app. Every wallet meets absent ones.
 */
export function checkRequiredWalletFeatures(
  features: Feature[],
  walletsRequiredFeatures?: RequiredFeatures,
): boolean {
  const { sendTransaction, signData } = Object(walletsRequiredFeatures) as RequiredFeatures;
  if (sendTransaction) {
    const feature = find(features, 'SendTransaction');
    const { minMessages, extraCurrencyRequired } = sendTransaction;
    if (!feature) return false;
    if (minMessages !== undefined && !(minMessages <= feature.maxMessages)) return false;
    if (extraCurrencyRequired && !feature.extraCurrencySupported) return false;
  }
  if (!signData) return true;
  return find(features, 'SignData') !== undefined && !missingTypes(features, signData.types).length;
}

/** Requirements of a transaction on the wallet. */
export type TransactionNeeds = { requiredMessagesNumber: number; requireExtraCurrencies: boolean };

/**
 * Checks that a wallet can send a transaction. Warns if the wallet does not state its limit.
 * @throws WalletNotSupportFeatureError if it cannot.
 */
export function checkSendTransactionSupport(
  features: readonly Feature[],
  { requiredMessagesNumber, requireExtraCurrencies }: TransactionNeeds,
): void {
  const feature = find(features, 'SendTransaction');
  const required = {
    minMessages: requiredMessagesNumber,
    extraCurrencyRequired: requireExtraCurrencies,
  };
  if (!feature && !features.includes('SendTransaction')) {
    throw unsupported("Wallet doesn't support SendTransaction feature.", required);
  }
  if (requireExtraCurrencies && !feature?.extraCurrencySupported) {
    const reason = 'Extra currencies support is required.';
    throw unsupported(`${cannotHandle('SendTransaction')} ${reason}`, required);
  }
  const max = feature?.maxMessages;
  if (max === undefined) {
    log(
      'warn',
      '[TON_CONNECT_SDK]',
      "Connected wallet didn't provide information about max allowed messages in the SendTransaction request. Request may be rejected by the wallet.",
    );
  } else if (max < requiredMessagesNumber) {
    throw unsupported(tooMany('SendTransaction', max, requiredMessagesNumber), required);
  }
}

/**
 * Checks that a wallet can sign `count` messages without sending them.
 * @throws WalletNotSupportFeatureError if it cannot.
 */
export function checkSignMessageSupport(features: readonly Feature[], count: number): void {
  const feature = find(features, 'SignMessage' as 'SendTransaction');
  const max = feature ? (feature.maxMessages ?? count) : 0;
  if (count <= max) return;
  throw unsupported(
    feature ? tooMany('SignMessage', max, count) : "Wallet doesn't support SignMessage feature.",
    { minMessages: count },
  );
}

const cannotHandle = (name: string): string => `Wallet is not able to handle such ${name} request.`;

const tooMany = (name: string, max: number, count: number): string =>
  `${cannotHandle(name)} Max support messages number is ${max}, but ${count} is required.`;

const unsupported = (
  message: string,
  value: RequiredSendTransactionFeature,
): WalletNotSupportFeatureError =>
  new WalletNotSupportFeatureError(message, {
    cause: { requiredFeature: { featureName: 'SendTransaction', value } },
  });

/**
 * Checks that a wallet can sign these kinds of data.
 * @throws WalletNotSupportFeatureError if it cannot.
 */
export function checkSignDataSupport(
  features: readonly Feature[],
  { requiredTypes }: { requiredTypes: SignDataType[] },
): void {
  const isSupported = find(features, 'SignData') !== undefined;
  const types = isSupported ? missingTypes(features, requiredTypes) : requiredTypes;
  if (isSupported && types.length === 0) return;
  throw new WalletNotSupportFeatureError(
    isSupported
      ? `Wallet doesn't support required SignData types: ${types.join(', ')}.`
      : "Wallet doesn't support SignData feature.",
    { cause: { requiredFeature: { featureName: 'SignData', value: { types } } } },
  );
}

/** Returns the kinds of data that the wallet cannot sign. */
function missingTypes(features: readonly Feature[], required: SignDataType[]): SignDataType[] {
  const { types } = Object(find(features, 'SignData')) as { types?: SignDataType[] };
  return required.filter((type) => !types?.includes?.(type));
}
