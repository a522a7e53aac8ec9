/** Kinds of data that a wallet can sign. */
export type SignDataType = 'text' | 'binary' | 'cell';

/** Old form of `SendTransactionFeature`. It stands for at most 4 messages without extra currencies. */
export type SendTransactionFeatureDeprecated = 'SendTransaction';

/** The wallet can send transactions. */
export type SendTransactionFeature = {
  name: 'SendTransaction';
  /** Maximum number of messages in one transaction. */
  maxMessages: number;
  /** Whether messages can carry extra currencies. False if absent. */
  extraCurrencySupported?: boolean;
};

/** The wallet can sign data of the listed kinds. */
export type SignDataFeature = {
  name: 'SignData';
  types: SignDataType[];
};

/** One ability of a wallet. */
export type Feature = SendTransactionFeatureDeprecated | SendTransactionFeature | SignDataFeature;

/** Name of a feature. */
export type FeatureName = Exclude<Feature, 'SendTransaction'>['name'];

/** Requirements of an app on `SendTransaction`. */
export type RequiredSendTransactionFeature = {
  /** Number of messages that one transaction of the app needs. */
  minMessages?: number;
  /** Whether the app sends extra currencies. */
  extraCurrencyRequired?: boolean;
};

/** Requirements of an app on `SignData`. */
export type RequiredSignDataFeature = {
  /** The wallet must be able to sign each of these kinds. */
  types: SignDataType[];
};

/** Features that an app needs. A wallet without one of them cannot connect. */
export type RequiredFeatures = {
  sendTransaction?: RequiredSendTransactionFeature;
  signData?: RequiredSignDataFeature;
};
