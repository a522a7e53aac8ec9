import type {
  ConnectAdditionalRequest,
  FeatureName,
  OptionalTraceable,
  RequiredFeatures,
  WalletInfo,
} from '@prichal/sdk';

export type WalletsModalCloseReason = 'action-cancelled' | 'wallet-selected';
export type WalletModalOpened = { status: 'opened'; closeReason: null };
export type WalletModalClosed = { status: 'closed'; closeReason: WalletsModalCloseReason | null };

/** The sheet says that the connected wallet cannot do what was asked, and offers another. */
export type ChooseSupportedFeatureWalletsModal = WalletModalOpened & {
  type: 'wallet-not-support-feature';
  requiredFeature: { featureName: FeatureName; value?: RequiredFeatures['sendTransaction'] };
};

/** `traceId` is the one that the sheet was opened with. */
export type WalletsModalState = OptionalTraceable<
  WalletModalOpened | WalletModalClosed | ChooseSupportedFeatureWalletsModal
>;

export type SingleWalletModalState =
  | (WalletModalOpened & { walletInfo: WalletInfo })
  | WalletModalClosed;

export type WalletsModal = {
  open(options?: OptionalTraceable): Promise<void>;
  close(reason?: WalletsModalCloseReason): void;
  onStateChange(callback: (state: WalletsModalState) => void): () => void;
  readonly state: WalletsModalState;
};

export type LoadableLoading = { state: 'loading' };
export type LoadableReady<T> = { state: 'ready'; value: T };
export type Loadable<T> = LoadableLoading | LoadableReady<T>;

/** What a connect request asks besides the address. */
export type ConnectRequestParameters = Loadable<ConnectAdditionalRequest>;
