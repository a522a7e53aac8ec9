export type {
  Account,
  AnalyticsSettings,
  ConnectAdditionalRequest,
  ITonConnect,
  RequiredFeatures,
  SendTransactionRequest,
  SendTransactionResponse,
  SignDataPayload,
  SignDataResponse,
  Wallet,
  WalletInfo,
  WalletInfoCurrentlyEmbedded,
  WalletInfoCurrentlyInjected,
  WalletInfoInjectable,
  WalletInfoRemote,
} from '@tonconnect/sdk';
export type { SendTransactionOptions, SignDataOptions } from './actions/action-options.js';
export { toUserFriendlyAddress } from './controller/address.js';
export { CHAIN } from './controller/chain.js';
export {
  BadRequestError,
  ManifestContentError,
  ManifestNotFoundError,
  TonConnectError,
  TonConnectProviderNotSetError,
  TonConnectUIError,
  TonConnectUIReactError,
  UnknownAppError,
  UnknownError,
  UserRejectsError,
  WalletAlreadyConnectedError,
  WalletMissingRequiredFeaturesError,
  WalletNotConnectedError,
  WalletNotInjectedError,
  WalletNotSupportFeatureError,
  WalletWrongNetworkError,
} from './controller/errors.js';
export type * from './controller/public-types.js';
export { TonConnectUI } from './controller/ton-connect-ui.js';
export type { Color, ColorsSet, PartialColorsSet } from './theme/colors.js';
export { type BorderRadius, THEME, type Theme } from './theme/theme.js';
export {
  TonConnectButton,
  type TonConnectButtonProps,
} from './ui/connect-button/TonConnectButton.js';
export { TonConnectUIContext } from './ui/provider/context.js';
export {
  useIsConnectionRestored,
  useTonAddress,
  useTonConnectModal,
  useTonConnectUI,
  useTonWallet,
} from './ui/provider/hooks.js';
export {
  TonConnectUIProvider,
  type TonConnectUIProviderProps,
  type TonConnectUIProviderPropsBase,
  type TonConnectUIProviderPropsWithConnector,
  type TonConnectUIProviderPropsWithInstance,
  type TonConnectUIProviderPropsWithManifest,
} from './ui/provider/TonConnectUIProvider.js';
export { checkRequiredWalletFeatures } from './wallets/features.js';
export {
  isWalletInfoCurrentlyEmbedded,
  isWalletInfoCurrentlyInjected,
  isWalletInfoInjectable,
  isWalletInfoRemote,
} from './wallets/wallet-info.js';
