import type { AuthType } from './connect-items.js';
import type { Version } from './dispatcher.js';
import type { CONNECT_EVENT_ERROR_CODES } from './enums.js';

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
