import { isTelegramUrl } from '../protocol/links.js';
import type {
  CONNECT_EVENT_ERROR_CODES,
  SEND_TRANSACTION_ERROR_CODES,
  SIGN_DATA_ERROR_CODES,
} from '../types/enums.js';
import type {
  ConnectionCompletedEvent,
  ConnectionErrorEvent,
  ConnectionInfo,
  ConnectionRestoringCompletedEvent,
  ConnectionRestoringErrorEvent,
  ConnectionRestoringStartedEvent,
  ConnectionStartedEvent,
  DataSentForSignatureEvent,
  DataSignedEvent,
  DataSigningFailedEvent,
  DisconnectionEvent,
  RequestVersionEvent,
  ResponseVersionEvent,
  SelectedWalletEvent,
  TransactionSentForSignatureEvent,
  TransactionSignedEvent,
  TransactionSigningFailedEvent,
  Version,
  WalletModalOpenedEvent,
} from '../types/events.js';
import type {
  SendTransactionRequest,
  SendTransactionResponse,
  SignDataPayload,
  SignDataResponse,
} from '../types/requests.js';
import type { SessionInfo, Wallet } from '../types/wallet.js';

/** Makes the event that asks for a version. */
export const createRequestVersionEvent = (): RequestVersionEvent => ({ type: 'request-version' });

/** Makes the event that answers with a version. */
export const createResponseVersionEvent = (version: string): ResponseVersionEvent => ({
  type: 'response-version',
  version,
});

/** Copies both versions, and nothing else. */
export const createVersionInfo = ({
  ton_connect_sdk_lib,
  ton_connect_ui_lib,
}: Version): Version => ({ ton_connect_sdk_lib, ton_connect_ui_lib });

/** Makes the event of a widget that opened its list of wallets. */
export const createWalletModalOpenedEvent = (
  version: Version,
  visibleWallets: string[],
  clientId?: string | null,
  traceId?: string | null,
): WalletModalOpenedEvent => ({
  type: 'wallet-modal-opened',
  visible_wallets: visibleWallets,
  client_id: clientId ?? null,
  custom_data: version,
  trace_id: traceId ?? null,
});

/**
 * Makes the event of a wallet that the user chose.
 * @param redirectLink Link that opens the wallet. Empty if none.
 * @param redirectLinkType Kind of the link. Derived from it if absent.
 */
export function createSelectedWalletEvent(
  version: Version,
  visibleWallets: string[],
  lastSelectedWallet: { appName?: string } | null,
  walletsMenu: 'explicit_wallet' | 'main_screen' | 'other_wallets',
  redirectLink: string,
  redirectLinkType?: 'tg_link' | 'external_link',
  clientId?: string | null,
  traceId?: string | null,
): SelectedWalletEvent {
  const method = isTelegramUrl(redirectLink) ? 'tg_link' : 'external_link';
  return {
    type: 'selected-wallet',
    wallets_menu: walletsMenu,
    visible_wallets: visibleWallets,
    client_id: clientId ?? null,
    custom_data: version,
    trace_id: traceId ?? null,
    // Present with the value undefined if there is no link, as in the official SDK.
    ...({
      wallet_redirect_method: redirectLinkType || (redirectLink ? method : undefined),
      wallet_redirect_link: redirectLink || undefined,
    } as Pick<SelectedWalletEvent, 'wallet_redirect_method' | 'wallet_redirect_link'>),
    wallet_type: lastSelectedWallet?.appName ?? null,
  };
}

type Session = SessionInfo | null | undefined;
type TraceId = string | null | undefined;

const traced = (traceId: TraceId): { trace_id: string | null } => ({ trace_id: traceId ?? null });

const sessionIds = (session: Session): { client_id: string | null; wallet_id: string | null } => ({
  client_id: session?.clientId ?? null,
  wallet_id: session?.walletId ?? null,
});

/** Makes the fields that most events share. */
function connectionFields(
  version: Version,
  wallet: Wallet | null,
  session: Session,
  traceId: TraceId,
): ConnectionInfo & { trace_id: string | null } {
  const { account, device, connectItems } = wallet ?? {};
  const { tonProof } = connectItems ?? {};
  return {
    ...traced(traceId),
    wallet_address: account?.address ?? null,
    wallet_state_init: account?.walletStateInit ?? null,
    wallet_type: device?.appName ?? null,
    wallet_version: device?.appVersion ?? null,
    auth_type: tonProof && 'proof' in tonProof ? 'ton_proof' : 'ton_addr',
    custom_data: {
      ...sessionIds(session),
      chain_id: account?.chain ?? null,
      provider: wallet?.provider ?? null,
      ...createVersionInfo(version),
    },
  };
}

/** Makes the event of a connect request. */
export const createConnectionStartedEvent = (
  version: Version,
  traceId?: string | null,
): ConnectionStartedEvent => ({
  type: 'connection-started',
  custom_data: createVersionInfo(version),
  ...traced(traceId),
});

/** Makes the event of an approved connect request. */
export const createConnectionCompletedEvent = (
  version: Version,
  wallet: Wallet | null,
  sessionInfo?: SessionInfo | null,
  traceId?: string | null,
): ConnectionCompletedEvent => ({
  type: 'connection-completed',
  is_success: true,
  ...connectionFields(version, wallet, sessionInfo, traceId),
});

/** Makes the event of a rejected or failed connect request. */
export const createConnectionErrorEvent = (
  version: Version,
  error_message: string,
  // biome-ignore lint/suspicious/noConfusingVoidType: the official signature.
  errorCode: CONNECT_EVENT_ERROR_CODES | void,
  sessionInfo?: SessionInfo | null,
  traceId?: string | null,
): ConnectionErrorEvent => ({
  type: 'connection-error',
  is_success: false,
  error_message,
  error_code: errorCode ?? null,
  custom_data: { ...sessionIds(sessionInfo), ...createVersionInfo(version) },
  ...traced(traceId),
});

/** Makes the event of a stored connection that begins to be restored. */
export const createConnectionRestoringStartedEvent = (
  version: Version,
  traceId?: string | null,
): ConnectionRestoringStartedEvent => ({
  type: 'connection-restoring-started',
  custom_data: createVersionInfo(version),
  ...traced(traceId),
});

/** Makes the event of a restored connection. */
export const createConnectionRestoringCompletedEvent = (
  version: Version,
  wallet: Wallet | null,
  sessionInfo?: SessionInfo | null,
  traceId?: string | null,
): ConnectionRestoringCompletedEvent => ({
  type: 'connection-restoring-completed',
  is_success: true,
  ...connectionFields(version, wallet, sessionInfo, traceId),
});

/** Makes the event of a connection that was not restored. */
export const createConnectionRestoringErrorEvent = (
  version: Version,
  errorMessage: string,
  traceId?: string | null,
): ConnectionRestoringErrorEvent => ({
  type: 'connection-restoring-error',
  is_success: false,
  error_message: errorMessage,
  custom_data: createVersionInfo(version),
  ...traced(traceId),
});

/** Makes the event of an ended connection. `scope` names the side that ended it. */
export const createDisconnectionEvent = (
  version: Version,
  wallet: Wallet | null,
  scope: 'dapp' | 'wallet',
  sessionInfo?: SessionInfo | null,
  traceId?: string | null,
): DisconnectionEvent => ({
  type: 'disconnection',
  scope,
  ...connectionFields(version, wallet, sessionInfo, traceId),
});

/** Makes the fields of a transaction; `messageOf` makes those of a message. */
function transactionFields<M>(
  wallet: Wallet | null,
  { validUntil, from, messages }: SendTransactionRequest,
  messageOf: (message: SendTransactionRequest['messages'][number]) => M,
): { valid_until: string; from: string | null; messages: M[] } {
  return {
    valid_until: String(validUntil),
    from: from ?? wallet?.account?.address ?? null,
    messages: messages.map(messageOf),
  };
}

const messageFields = ({ address, amount }: SendTransactionRequest['messages'][number]) => ({
  address: address ?? null,
  amount: amount ?? null,
});

/** Makes the event of a transaction that was sent to the wallet. */
export const createTransactionSentForSignatureEvent = (
  version: Version,
  wallet: Wallet | null,
  transaction: SendTransactionRequest,
  sessionInfo?: SessionInfo | null,
  traceId?: string | null,
): TransactionSentForSignatureEvent => ({
  type: 'transaction-sent-for-signature',
  ...connectionFields(version, wallet, sessionInfo, traceId),
  ...transactionFields(wallet, transaction, messageFields),
});

/** Makes the event of a signed transaction. */
export const createTransactionSignedEvent = (
  version: Version,
  wallet: Wallet | null,
  transaction: SendTransactionRequest,
  signedTransaction: SendTransactionResponse,
  sessionInfo?: SessionInfo | null,
  traceId?: string | null,
): TransactionSignedEvent => ({
  type: 'transaction-signed',
  is_success: true,
  signed_transaction: signedTransaction.boc,
  ...connectionFields(version, wallet, sessionInfo, traceId),
  ...transactionFields(wallet, transaction, messageFields),
});

/** Makes the event of a refused or failed transaction. */
export const createTransactionSigningFailedEvent = (
  version: Version,
  wallet: Wallet | null,
  transaction: SendTransactionRequest,
  errorMessage: string,
  // biome-ignore lint/suspicious/noConfusingVoidType: the official signature.
  errorCode: SEND_TRANSACTION_ERROR_CODES | void,
  sessionInfo?: SessionInfo | null,
  traceId?: string | null,
): TransactionSigningFailedEvent => ({
  type: 'transaction-signing-failed',
  is_success: false,
  error_message: errorMessage,
  error_code: errorCode ?? null,
  ...connectionFields(version, wallet, sessionInfo, traceId),
  ...transactionFields(wallet, transaction, (message) => ({
    ...messageFields(message),
    payload: message.payload ?? null,
    state_init: message.stateInit ?? null,
  })),
});

/** Makes the event of data that was sent to the wallet. */
export const createDataSentForSignatureEvent = (
  version: Version,
  wallet: Wallet | null,
  data: SignDataPayload,
  sessionInfo?: SessionInfo | null,
  traceId?: string | null,
): DataSentForSignatureEvent => ({
  type: 'sign-data-request-initiated',
  data,
  ...connectionFields(version, wallet, sessionInfo, traceId),
});

/** Makes the event of signed data. */
export const createDataSignedEvent = (
  version: Version,
  wallet: Wallet | null,
  data: SignDataPayload,
  signedData: SignDataResponse,
  sessionInfo?: SessionInfo | null,
  traceId?: string | null,
): DataSignedEvent => ({
  type: 'sign-data-request-completed',
  is_success: true,
  data,
  signed_data: signedData,
  ...connectionFields(version, wallet, sessionInfo, traceId),
});

/** Makes the event of data that was not signed. */
export const createDataSigningFailedEvent = (
  version: Version,
  wallet: Wallet | null,
  data: SignDataPayload,
  errorMessage: string,
  // biome-ignore lint/suspicious/noConfusingVoidType: the official signature.
  errorCode: SIGN_DATA_ERROR_CODES | void,
  sessionInfo?: SessionInfo | null,
  traceId?: string | null,
): DataSigningFailedEvent => ({
  type: 'sign-data-request-failed',
  is_success: false,
  data,
  error_message: errorMessage,
  error_code: errorCode ?? null,
  ...connectionFields(version, wallet, sessionInfo, traceId),
});
