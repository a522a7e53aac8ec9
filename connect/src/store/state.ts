import type { RequiredFeatures, WalletInfo } from '@tonconnect/sdk';
import type { ActionState } from '../actions/action-state.js';
import type { ConnectionAttempt } from '../connection/attempt.js';
import type {
  ActionConfiguration,
  ConnectedWallet,
  ConnectRequestParameters,
  Locales,
  SingleWalletModalState,
  UIWallet,
  WalletsModalState,
} from '../controller/public-types.js';
import type { PartialColorsSet } from '../theme/colors.js';
import type { BorderRadius, Theme } from '../theme/theme.js';

/** Everything the widget knows, for one TonConnectUI. What can be derived is not here. */
export type UiState = {
  language: Locales;
  theme: Theme;
  borderRadius: BorderRadius;
  colorsSet: PartialColorsSet;
  includeWallets: readonly UIWallet[];
  requiredFeatures: RequiredFeatures | undefined;
  preferredFeatures: RequiredFeatures | undefined;
  actionsConfiguration: ActionConfiguration;
  androidBack: boolean;
  /** Element of the page that holds a connect button outside of React. */
  buttonRootId: string | null;

  /** A stored session is being picked up: nobody knows yet whether a wallet is connected. */
  restoring: boolean;
  wallet: ConnectedWallet | null;

  modal: WalletsModalState;
  singleWalletModal: SingleWalletModalState;
  connectRequest: ConnectRequestParameters;

  /** The wallets list as published; null while it has not arrived. */
  listed: readonly WalletInfo[] | null;
  /** `appName` of the wallet that was connected last on this device. */
  preferredWallet: string | null;

  /** The connection that is being made, while the sheet is open. */
  attempt: ConnectionAttempt | null;
  action: ActionState | null;
};

const CLOSED = { status: 'closed', closeReason: null } as const;

export const INITIAL_STATE: UiState = {
  language: 'en',
  theme: 'SYSTEM',
  borderRadius: 'm',
  colorsSet: {},
  includeWallets: [],
  requiredFeatures: undefined,
  preferredFeatures: undefined,
  actionsConfiguration: {},
  androidBack: true,
  buttonRootId: null,
  restoring: false,
  wallet: null,
  modal: CLOSED,
  singleWalletModal: CLOSED,
  connectRequest: { state: 'ready', value: {} },
  listed: null,
  preferredWallet: null,
  attempt: null,
  action: null,
};
