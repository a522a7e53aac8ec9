import type {
  CONNECT_EVENT_ERROR_CODES,
  SEND_TRANSACTION_ERROR_CODES,
  SIGN_DATA_ERROR_CODES,
} from './enums.js';
import type { SignDataPayload, SignDataResponse } from './requests.js';
import type { AuthType } from './wallet.js';

/** Name of a window event for an event of the connector or of the widget. */
export type AddTonConnectPrefix<T extends string> = `ton-connect-${T}` | `ton-connect-ui-${T}`;

/** Type of the event behind the name of a window event. */
export type RemoveTonConnectPrefix<T> = T extends `ton-connect-ui-${infer Rest}`
  ? Rest
  : T extends `ton-connect-${infer Rest}`
    ? Rest
    : T;

/** Removes the leading `Version` from a list of parameters. */
export type WithoutVersion<T> = T extends [Version, ...infer Rest] ? [...Rest] : never;

/** Versions of the connector and of the widget. Null if there is none. */
export type Version = {
  ton_connect_sdk_lib: string | null;
  ton_connect_ui_lib: string | null;
};

/** Sends and receives the events of the connector. */
export interface EventDispatcher<T extends { type: string }> {
  /**
   * Sends an event.
   * @param eventName `ton-connect-` and the type of the event.
   * @param eventDetails The event.
   */
  dispatchEvent<P extends AddTonConnectPrefix<T['type']>>(
    eventName: P,
    eventDetails: T & { type: RemoveTonConnectPrefix<P> },
  ): Promise<void>;

  /**
   * Calls `listener` for each event of the name.
   * @returns A function that removes the listener.
   */
  addEventListener<P extends AddTonConnectPrefix<T['type']>>(
    eventName: P,
    listener: (event: CustomEvent<T & { type: RemoveTonConnectPrefix<P> }>) => void,
    options?: AddEventListenerOptions,
  ): Promise<() => void>;
}

/** The connected wallet in an event. Fields are null while no wallet is connected. */
export type ConnectionInfo = {
  /** Raw address. */
  wallet_address: string | null;
  /** BOC in base64. */
  wallet_state_init: string | null;
  /** `appName` of the wallet. */
  wallet_type: string | null;
  wallet_version: string | null;
  /** `ton_proof` if the wallet signed a proof. */
  auth_type: AuthType;
  custom_data: {
    chain_id: string | null;
    provider: 'http' | 'injected' | null;
    /** Client ID of the app. */
    client_id: string | null;
    /** Client ID of the wallet. */
    wallet_id: string | null;
  } & Version;
};

/** A field of most events. */
type Traced = {
  /** Trace ID of the operation, a UUID. */
  trace_id?: string | null;
};

/** The app sent a connect request. */
export type ConnectionStartedEvent = { type: 'connection-started'; custom_data: Version } & Traced;

/** The wallet connected. */
export type ConnectionCompletedEvent = { type: 'connection-completed'; is_success: true } & Traced &
  ConnectionInfo;

/** The user refused to connect, or the connection failed. */
export type ConnectionErrorEvent = {
  type: 'connection-error';
  is_success: false;
  error_message: string;
  /** Code of the wallet. Null if the wallet did not answer. */
  error_code: CONNECT_EVENT_ERROR_CODES | null;
  custom_data: { client_id: string | null; wallet_id: string | null } & Version;
} & Traced;

/** Events of a new connection. */
export type ConnectionEvent =
  | ConnectionStartedEvent
  | ConnectionCompletedEvent
  | ConnectionErrorEvent;

/** The app began to restore a stored connection. */
export type ConnectionRestoringStartedEvent = {
  type: 'connection-restoring-started';
  custom_data: Version;
} & Traced;

/** The stored connection is restored. */
export type ConnectionRestoringCompletedEvent = {
  type: 'connection-restoring-completed';
  is_success: true;
} & Traced &
  ConnectionInfo;

/** There is no stored connection, or it cannot be restored. */
export type ConnectionRestoringErrorEvent = {
  type: 'connection-restoring-error';
  is_success: false;
  error_message: string;
  custom_data: Version;
} & Traced;

/** Events of a restored connection. */
export type ConnectionRestoringEvent =
  | ConnectionRestoringStartedEvent
  | ConnectionRestoringCompletedEvent
  | ConnectionRestoringErrorEvent;

/** The app or the wallet ended the connection. */
export type DisconnectionEvent = { type: 'disconnection'; scope: 'dapp' | 'wallet' } & Traced &
  ConnectionInfo;

/** A message of a transaction in an event. */
export type TransactionMessage = {
  address: string | null;
  /** Nanotons, decimal digits. */
  amount: string | null;
};

/** A message of a transaction with its content. */
export type TransactionFullMessage = {
  address: string | null;
  /** Nanotons, decimal digits. */
  amount: string | null;
  /** BOC in base64. */
  payload: string | null;
  /** BOC in base64. */
  state_init: string | null;
};

/** A transaction in an event. */
export type TransactionInfo = {
  /** Unix time in seconds, decimal digits. */
  valid_until: string | null;
  /** Raw address of the sender. */
  from: string | null;
  messages: TransactionMessage[];
};

/** A transaction with the content of its messages. */
export type TransactionFullInfo = Omit<TransactionInfo, 'messages'> & {
  messages: TransactionFullMessage[];
};

/** The app asked the wallet to send a transaction. */
export type TransactionSentForSignatureEvent = { type: 'transaction-sent-for-signature' } & Traced &
  ConnectionInfo &
  TransactionInfo;

/** The wallet signed and sent a transaction. */
export type TransactionSignedEvent = {
  type: 'transaction-signed';
  is_success: true;
  /** The signed external message, a BOC in base64. */
  signed_transaction: string;
} & Traced &
  ConnectionInfo &
  TransactionInfo;

/** The user refused a transaction, or the request failed. */
export type TransactionSigningFailedEvent = {
  type: 'transaction-signing-failed';
  is_success: false;
  error_message: string;
  /** Code of the wallet. Null if the wallet did not answer. */
  error_code: SEND_TRANSACTION_ERROR_CODES | null;
} & Traced &
  ConnectionInfo &
  TransactionFullInfo;

/** Events of a transaction. */
export type TransactionSigningEvent =
  | TransactionSentForSignatureEvent
  | TransactionSignedEvent
  | TransactionSigningFailedEvent;

/** The app asked the wallet to sign data. */
export type DataSentForSignatureEvent = {
  type: 'sign-data-request-initiated';
  data: SignDataPayload;
} & Traced &
  ConnectionInfo;

/** The wallet signed data. */
export type DataSignedEvent = {
  type: 'sign-data-request-completed';
  is_success: true;
  data: SignDataPayload;
  signed_data: SignDataResponse;
} & Traced &
  ConnectionInfo;

/** The user refused to sign data, or the request failed. */
export type DataSigningFailedEvent = {
  type: 'sign-data-request-failed';
  is_success: false;
  error_message: string;
  /** Code of the wallet. Null if the wallet did not answer. */
  error_code: SIGN_DATA_ERROR_CODES | null;
  data: SignDataPayload;
} & Traced &
  ConnectionInfo;

/** Events of a request to sign data. */
export type DataSigningEvent = DataSentForSignatureEvent | DataSignedEvent | DataSigningFailedEvent;

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
