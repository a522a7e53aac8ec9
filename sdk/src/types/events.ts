import type {
  ConnectionEvent,
  ConnectionRestoringEvent,
  DisconnectionEvent,
} from './connection-events.js';
import type { Version } from './dispatcher.js';
import type { DataSigningEvent, TransactionSigningEvent } from './request-events.js';

/** Asks for the version of the connector or the widget. */
export type RequestVersionEvent = { type: 'request-version' };

/** Answers `RequestVersionEvent`. */
export type ResponseVersionEvent = { type: 'response-version'; version: string };

/** Events about versions. */
export type VersionEvent = RequestVersionEvent | ResponseVersionEvent;

/** The widget opened its list of wallets. */
export type WalletModalOpenedEvent = {
  type: 'wallet-modal-opened';
  /** Client ID of the app. */
  client_id: string | null;
  /** Names of the wallets that the user sees. */
  visible_wallets: string[];
  custom_data: Version;
  trace_id: string | null;
};

/** The user chose a wallet. */
export type SelectedWalletEvent = {
  type: 'selected-wallet';
  /** Client ID of the app. */
  client_id: string | null;
  /** Names of the wallets that the user saw. */
  visible_wallets: string[];
  /** Where the user chose: the first screen, the list of all wallets, or the app had named the wallet. */
  wallets_menu: 'explicit_wallet' | 'main_screen' | 'other_wallets';
  /** Whether the wallet opens in Telegram or outside. */
  wallet_redirect_method?: 'tg_link' | 'external_link';
  /** Link that opens the wallet. */
  wallet_redirect_link?: string;
  /** `appName` of the wallet. */
  wallet_type: string | null;
  custom_data: Version;
  trace_id: string | null;
};

/** Any event of the connector or the widget. */
export type SdkActionEvent =
  | VersionEvent
  | ConnectionEvent
  | ConnectionRestoringEvent
  | DisconnectionEvent
  | TransactionSigningEvent
  | DataSigningEvent
  | WalletModalOpenedEvent
  | SelectedWalletEvent;
