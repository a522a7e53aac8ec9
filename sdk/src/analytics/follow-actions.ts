import type { ConnectionInfo } from '../types/connection-events.js';
import type { EventDispatcher, Version } from '../types/dispatcher.js';
import type { SdkActionEvent } from '../types/events.js';

type Fields = Record<string, unknown>;
type Action<K extends SdkActionEvent['type']> = Extract<SdkActionEvent, { type: K }>;

const versions = ({ ton_connect_sdk_lib, ton_connect_ui_lib }: Version): Fields => ({
  '@tonconnect/sdk': ton_connect_sdk_lib || '',
  '@tonconnect/ui': ton_connect_ui_lib || '',
});

/** Fields of every event about a connected wallet. */
const ofWallet = (detail: ConnectionInfo & { trace_id?: string | null }): Fields => ({
  versions: versions(detail.custom_data),
  network_id: detail.custom_data.chain_id ?? '',
  client_id: detail.custom_data.client_id ?? '',
  wallet_id: detail.custom_data.wallet_id ?? '',
  wallet_address: detail.wallet_address ?? '',
  wallet_app_name: detail.wallet_type ?? '',
  wallet_app_version: detail.wallet_version ?? '',
  wallet_state_init: detail.wallet_state_init ?? '',
  trace_id: detail.trace_id ?? undefined,
});

const ofError = (detail: { error_code: number | null; error_message: string }): Fields => ({
  error_code: detail.error_code ?? 0,
  error_message: detail.error_message,
});

const ofModal = (detail: Action<'wallet-modal-opened' | 'selected-wallet'>): Fields => ({
  client_id: detail.client_id || '',
  versions: versions(detail.custom_data),
  main_screen: detail.visible_wallets,
  trace_id: detail.trace_id ?? undefined,
});

const ofFailedTransaction = (detail: Action<'transaction-signing-failed'>): Fields => ({
  ...ofWallet(detail),
  ...ofError(detail),
  valid_until: Number(detail.valid_until),
  messages: detail.messages.map(({ address, amount, payload, state_init }) => ({
    address: address ?? '',
    amount: amount ?? '',
    payload: payload ?? '',
    state_init: state_init ?? '',
  })),
});

function ofFailedData(detail: Action<'sign-data-request-failed'>): Fields {
  const { data } = detail;
  const value = data.type === 'text' ? data.text : data.type === 'cell' ? data.cell : data.bytes;
  return {
    ...ofWallet(detail),
    ...ofError(detail),
    sign_data_type: data.type,
    sign_data_value: value,
    sign_data_schema: data.type === 'cell' ? data.schema : undefined,
  };
}

/**
 * Calls `report` for the actions of the user, with the names and fields of `analytics.ton.org`.
 * @returns A function that ends it.
 */
export function followActions(
  dispatcher: EventDispatcher<SdkActionEvent>,
  report: (name: string, fields: Fields) => void,
): () => void {
  const removers: Promise<() => void>[] = [];
  const on = <K extends SdkActionEvent['type']>(
    type: K,
    name: string,
    fieldsOf: (detail: Action<K>) => Fields,
    prefix: 'ton-connect-' | 'ton-connect-ui-' = 'ton-connect-',
  ): void => {
    const eventName = `${prefix}${type}` as `ton-connect-${SdkActionEvent['type']}`;
    const listener = ({ detail }: CustomEvent): void => report(name, fieldsOf(detail));
    const added = dispatcher.addEventListener(eventName, listener);
    added.catch(() => undefined);
    removers.push(added);
  };
  on('wallet-modal-opened', 'connection-started', ofModal, 'ton-connect-ui-');
  on(
    'selected-wallet',
    'connection-selected-wallet',
    (detail) => ({
      ...ofModal(detail),
      wallets_menu: detail.wallets_menu,
      wallet_app_name: detail.wallet_type ?? '',
      wallet_redirect_method: detail.wallet_redirect_method,
      wallet_redirect_link: detail.wallet_redirect_link,
    }),
    'ton-connect-ui-',
  );
  on('connection-completed', 'connection-completed', ofWallet);
  on('connection-error', 'connection-error', (detail) => ({
    client_id: detail.custom_data.client_id || '',
    wallet_id: detail.custom_data.wallet_id || '',
    ...ofError(detail),
    trace_id: detail.trace_id ?? undefined,
  }));
  on('disconnection', 'disconnection', ofWallet);
  on('transaction-sent-for-signature', 'transaction-sent', ofWallet);
  on('transaction-signed', 'transaction-signed', (detail) => ({
    ...ofWallet(detail),
    signed_boc: detail.signed_transaction,
  }));
  on('transaction-signing-failed', 'transaction-signing-failed', ofFailedTransaction);
  on('sign-data-request-initiated', 'sign-data-request-initiated', ofWallet);
  on('sign-data-request-completed', 'sign-data-request-completed', ofWallet);
  on('sign-data-request-failed', 'sign-data-request-failed', ofFailedData);
  return () => {
    for (const added of removers) added.then((remove) => remove()).catch(() => undefined);
  };
}
