/*
 * Compares the types of @tonconnect/ui-react with ours. Values that an app passes must be accepted
 * as by @tonconnect/ui-react; values that an app receives must fit where the app declared its
 * types. The compiler runs the test.
 */
import type * as Ours from '@prichal/connect';
import type * as Peer from '@tonconnect/ui-react';
import type { ReactNode } from 'react';

/** Fails to compile if `Given` does not fit where `Wanted` is expected. */
type Fits<Given extends Wanted, Wanted> = [Given, Wanted];

/** Constants of one package where those of the other are expected. */
export type Constants = [
  Fits<Peer.THEME, Ours.THEME>,
  Fits<Ours.THEME, Peer.THEME>,
  Fits<Peer.CHAIN, Ours.CHAIN>,
  Fits<Ours.CHAIN, Peer.CHAIN>,
  Fits<Ours.CONNECT_EVENT_ERROR_CODES, Peer.CONNECT_EVENT_ERROR_CODES>,
  Fits<Peer.CONNECT_EVENT_ERROR_CODES, Ours.CONNECT_EVENT_ERROR_CODES>,
  Fits<Ours.CONNECT_ITEM_ERROR_CODES, Peer.CONNECT_ITEM_ERROR_CODES>,
  Fits<Ours.SEND_TRANSACTION_ERROR_CODES, Peer.SEND_TRANSACTION_ERROR_CODES>,
  Fits<Ours.SIGN_DATA_ERROR_CODES, Peer.SIGN_DATA_ERROR_CODES>,
  Fits<typeof Ours.THEME, typeof Peer.THEME>,
  Fits<typeof Ours.CHAIN, typeof Peer.CHAIN>,
  Fits<Record<Peer.WalletOpenMethod, string>, Record<Ours.WalletOpenMethod, string>>,
];

/** Types that an app passes. */
export type Taken = [
  Fits<Peer.TonConnectUiOptions, Ours.TonConnectUiOptions>,
  Fits<Peer.UIPreferences, Ours.UIPreferences>,
  Fits<Peer.Theme, Ours.Theme>,
  Fits<Peer.Color, Ours.Color>,
  Fits<Peer.ColorsSet, Ours.ColorsSet>,
  Fits<Peer.PartialColorsSet, Ours.PartialColorsSet>,
  Fits<Peer.Locales, Ours.Locales>,
  Fits<Peer.BorderRadius, Ours.BorderRadius>,
  Fits<Peer.UIWallet, Ours.UIWallet>,
  Fits<Peer.WalletsListConfiguration, Ours.WalletsListConfiguration>,
  Fits<Peer.ActionConfiguration, Ours.ActionConfiguration>,
  Fits<Peer.ReturnStrategy, Ours.ReturnStrategy>,
  Fits<Peer.RequiredFeatures, Ours.RequiredFeatures>,
  Fits<Peer.SendTransactionRequest, Ours.SendTransactionRequest>,
  Fits<Peer.SignDataPayload, Ours.SignDataPayload>,
  Fits<Peer.ConnectAdditionalRequest, Ours.ConnectAdditionalRequest>,
  Fits<Peer.AnalyticsSettings, Ours.AnalyticsSettings>,
  Fits<Peer.TonConnectButtonProps, Ours.TonConnectButtonProps>,
  Fits<Peer.WalletsModalCloseReason, Ours.WalletsModalCloseReason>,
  Fits<Peer.TonConnectUiCreateOptions, Ours.TonConnectUiCreateOptions>,
  Fits<
    { children: ReactNode } & Partial<
      Peer.TonConnectUIProviderPropsBase & Peer.TonConnectUIProviderPropsWithManifest
    >,
    Ours.TonConnectUIProviderProps
  >,
  Fits<
    { children: ReactNode } & Partial<Peer.TonConnectUIProviderPropsBase> &
      Peer.TonConnectUIProviderPropsWithConnector,
    Ours.TonConnectUIProviderProps
  >,
  Fits<{ children: ReactNode; instance: Ours.TonConnectUI }, Ours.TonConnectUIProviderProps>,
];

/** Types that an app receives. */
export type Given = [
  Fits<ReturnType<typeof Ours.useTonWallet>, ReturnType<typeof Peer.useTonWallet>>,
  Fits<ReturnType<typeof Ours.useTonAddress>, ReturnType<typeof Peer.useTonAddress>>,
  Fits<ReturnType<typeof Ours.useTonConnectModal>, ReturnType<typeof Peer.useTonConnectModal>>,
  Fits<ReturnType<typeof Ours.useIsConnectionRestored>, boolean>,
  Fits<Ours.ConnectedWallet, Peer.ConnectedWallet>,
  Fits<Ours.WalletInfoWithOpenMethod, Peer.WalletInfoWithOpenMethod>,
  Fits<Ours.Account, Peer.Account>,
  Fits<Ours.Wallet, Peer.Wallet>,
  Fits<Ours.WalletInfo, Peer.WalletInfo>,
  Fits<Ours.WalletsModalState, Peer.WalletsModalState>,
  Fits<Ours.WalletsModal, Peer.WalletsModal>,
  Fits<Ours.SendTransactionResponse, Peer.SendTransactionResponse>,
  Fits<Ours.SignDataResponse, Peer.SignDataResponse>,
  Fits<Ours.UserActionEvent, Peer.UserActionEvent>,
];

/**
 * Every public member of the widget's class. `uiOptions` is only passed, see above. The second
 * argument of `onStatusChange`, also of the connector, gets an error of the package that the app
 * uses. The single-wallet modal also opens for extensions, which @tonconnect/ui-react rejects, so
 * its state may name one.
 */
type Members = Exclude<keyof Peer.TonConnectUI, 'uiOptions'>;
type Alike = Exclude<
  Members,
  'connector' | 'onStatusChange' | 'onSingleWalletModalStateChange' | 'singleWalletModalState'
>;
export type Class = [
  Fits<Members | 'uiOptions', keyof Ours.TonConnectUI>,
  Fits<Pick<Ours.TonConnectUI, Alike>, Pick<Peer.TonConnectUI, Alike>>,
  Fits<
    Parameters<Peer.TonConnectUI['onStatusChange']>[0],
    Parameters<Ours.TonConnectUI['onStatusChange']>[0]
  >,
];
