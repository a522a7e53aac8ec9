import type { AnalyticsSettings, RequiredFeatures, WalletInfo } from '@tonconnect/sdk';
import type { ActionState } from '../actions/action-state.js';
import type { ConnectionAttempt } from '../connection/attempt.js';
import type {
  ActionConfiguration,
  ConnectRequestParameters,
  CurrentWallet,
  SingleWalletModalState,
  UIWallet,
  WalletsModalState,
} from '../controller/public-types.js';
import type { Language, Strings } from '../language/public-types.js';
import type { ThemedColors } from '../theme/colors.js';
import type { BorderRadius, Theme } from '../theme/theme.js';

/** Everything the widget knows, for one TonConnectUI. What can be derived is not here. */
export type UiState = {
  language: string;
  languages: Record<string, Language>;
  strings: Strings;
  theme: Theme;
  borderRadius: BorderRadius;
  colorsSet: ThemedColors;
  includeWallets: readonly UIWallet[];
  requiredFeatures: RequiredFeatures | undefined;
  preferredFeatures: RequiredFeatures | undefined;
  actionsConfiguration: ActionConfiguration;
  androidBack: boolean;
  /** Element of the page that holds a connect button outside of React. */
  buttonRootId: string | null;
  analytics: AnalyticsSettings;
  /** Wallets of this network only, by its chain id. */
  network: string | undefined;

  /** A stored session is being picked up: nobody knows yet whether a wallet is connected. */
  restoring: boolean;
  wallet: CurrentWallet | null;
  /** The wallet's address as people know it: made with it, so that the first paint need not know how. */
  address: string | null;

  modal: WalletsModalState;
  singleWalletModal: SingleWalletModalState;
  connectRequest: ConnectRequestParameters;

  /** The wallets list as published; null while it has not arrived. */
  listed: readonly WalletInfo[] | null;
  /** The list could not be had the last time. */
  listFault: boolean;
  /** The app has set WalletConnect up. Nobody knows before the SDK is here. */
  walletConnect?: boolean | undefined;
  /** `appName` of the wallet that was connected last on this device. */
  preferredWallet: string | null;

  /** The connection that is being made, while the sheet is open. */
  attempt: ConnectionAttempt | null;
  action: ActionState | null;
};

const CLOSED = { status: 'closed', closeReason: null } as const;

export const INITIAL_STATE: UiState = {
  language: 'en',
  languages: {},
  strings: {},
  theme: 'SYSTEM',
  borderRadius: 'm',
  colorsSet: {},
  includeWallets: [],
  requiredFeatures: undefined,
  preferredFeatures: undefined,
  actionsConfiguration: {},
  androidBack: true,
  buttonRootId: null,
  analytics: { mode: 'off' },
  network: undefined,
  restoring: false,
  wallet: null,
  address: null,
  modal: CLOSED,
  singleWalletModal: CLOSED,
  connectRequest: { state: 'ready', value: {} },
  listed: null,
  listFault: false,
  preferredWallet: null,
  attempt: null,
  action: null,
};
