import type { ConnectionInfo, EventDispatcher, SdkActionEvent, Version } from '../types/events.js';
import type { AnalyticsMode, IEnvironment } from '../types/ton-connect.js';

/** Network Information API. Chromium only. */
type Connection = { rtt?: number; effectiveType?: string; type?: string };

/** Returns the time between the request for the page and its first byte, in ms. */
function pageFields(): { conn_ttfb?: number } {
  const [entry] = globalThis.performance?.getEntriesByType?.('navigation') ?? [];
  const { requestStart, responseStart } = (entry ?? {}) as Partial<PerformanceNavigationTiming>;
  return requestStart && responseStart
    ? { conn_ttfb: Math.round(responseStart - requestStart) }
    : {};
}

/** Returns the present round-trip time in ms, and the kind of the network. */
function networkFields(): { conn_rtt?: number; conn_network_type?: string } {
  const { connection } = (globalThis.navigator ?? {}) as { connection?: Connection };
  const type = connection?.effectiveType || connection?.type;
  return {
    ...(connection?.rtt === undefined ? {} : { conn_rtt: connection.rtt }),
    ...(type ? { conn_network_type: type } : {}),
  };
}

/**
 * Source of the reports. The code of the connector is passed, not imported, because bundlers would split it into more
 * chunks.
 */
export type AnalyticsOptions = {
  /** Version of the connector. */
  version: string;
  /** Makes a UUID. */
  newId: () => string;
  mode: Exclude<AnalyticsMode, 'off'>;
  environment: IEnvironment | undefined;
  manifestUrl: string;
  eventDispatcher: EventDispatcher<SdkActionEvent>;
};

/** Analytics of one connector. */
export type Analytics = {
  /** Reports an event of a provider. `name` is in kebab case. */
  report(name: string, details: Record<string, unknown>): void;
  /** Duration of the latest download of the wallets list in ms. Undefined if it failed. */
  setWalletListDownloadDuration(duration: number | undefined): void;
  /** Stops following the events of the connector, and sends the remaining ones. */
  close(): void;
};

/** Starts to send the events of a connector to `analytics.ton.org`. */
export function createAnalytics({
  version,
  newId,
  mode,
  environment,
  manifestUrl,
  eventDispatcher,
}: AnalyticsOptions): Analytics {
  const queue = new EventQueue(mode, newId);
  const base: Record<string, unknown> = {
    subsystem: 'dapp-sdk',
    version,
    client_environment: environment?.getClientEnvironment?.() ?? '',
    ...pageFields(),
  };
  const user = environment?.getTelegramUser();
  const shared = {
    browser: environment?.getBrowser() ?? '',
    platform: environment?.getPlatform() ?? '',
    manifest_json_url: manifestUrl,
    locale: environment?.getLocale() ?? '',
    ...(user && { tg_id: user.id, tma_is_premium: user.isPremium }),
  };
  const report: Analytics['report'] = (event_name, details) =>
    queue.add({ ...base, ...networkFields(), event_name, ...details });
  const stop = followActions(eventDispatcher, (name, details) =>
    report(name, { ...shared, origin_url: originWithPath(), ...details }),
  );
  return {
    report,
    setWalletListDownloadDuration(duration) {
      base.wallet_list_download_duration = duration;
    },
    close() {
      stop();
      queue.close();
    },
  };
}

function originWithPath(): string {
  const { origin, pathname } = globalThis.location ?? {};
  return origin && pathname ? origin + pathname : '';
}

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
 * @returns A function that stops this.
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

const ADDRESS = 'https://analytics.ton.org/events';

/** Time between an event and the request that carries it, in ms. It doubles with each failed request. */
const DELAY_MS = 2000;

/** Events in one request. */
const LARGEST_BATCH = 100;

/** Maximum number of attempts for one batch. */
const ATTEMPTS = 5;

/** Fields that only the mode `full` sends. */
const PERSONAL = ['user_id', 'tg_id', 'locale', 'tma_is_premium'];

/** Collects analytics events, and sends them in batches while the page is visible. */
export class EventQueue {
  private readonly mode: AnalyticsMode;
  private readonly newId: () => string;
  private readonly events: Fields[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;
  private isSending = false;
  private isClosed = false;
  /** Failed attempts at the first batch. */
  private failures = 0;

  /** @param newId Makes a UUID. */
  constructor(mode: AnalyticsMode, newId: () => string) {
    this.mode = mode;
    this.newId = newId;
    globalThis.document?.addEventListener('visibilitychange', this.onVisibility);
  }

  /** Adds an event. It gets an ID, a time, and a trace ID if it has none. */
  add(event: Fields): void {
    if (this.isClosed) return;
    const stamped = {
      ...event,
      event_id: this.newId(),
      client_timestamp: now(),
      trace_id: event.trace_id ?? this.newId(),
    };
    this.events.push(this.mode === 'full' ? stamped : withoutUser(stamped));
    if (this.events.length >= LARGEST_BATCH) void this.send();
    else this.schedule();
  }

  /** Sends the remaining events, and accepts no more. */
  close(): void {
    this.isClosed = true;
    const rest = this.events.splice(0, LARGEST_BATCH);
    if (rest.length) void post(rest);
    clearTimeout(this.timer);
    globalThis.document?.removeEventListener('visibilitychange', this.onVisibility);
  }

  private readonly onVisibility = (): void => {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.schedule();
  };

  private schedule(): void {
    if (this.timer || this.isSending || !this.events.length) return;
    if (globalThis.document?.hidden) return;
    this.timer = setTimeout(() => void this.send(), DELAY_MS * 2 ** this.failures);
  }

  private async send(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    if (this.isSending || globalThis.document?.hidden) return;
    this.isSending = true;
    const batch = this.events.splice(0, LARGEST_BATCH);
    const status = await post(batch);
    this.isSending = false;
    if (this.isClosed) return;
    const isFailed = status >= 500;
    this.failures = isFailed ? (this.failures + 1) % ATTEMPTS : this.failures;
    if (status < 400) this.failures = 0;
    if (status === 429 || (isFailed && this.failures > 0)) this.events.unshift(...batch);
    this.schedule();
  }
}

/** Returns the HTTP status. 599 if there is no answer. */
async function post(events: Fields[]): Promise<number> {
  try {
    const { status } = await fetch(ADDRESS, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Client-Timestamp': `${now()}` },
      body: JSON.stringify(events),
    });
    return status;
  } catch {
    return 599;
  }
}

/** Unix time in seconds. */
const now = (): number => Math.floor(Date.now() / 1000);

/** Removes the fields that identify the user. Errors keep the address of the wallet. */
function withoutUser(event: Fields): Fields {
  const isError =
    'error_code' in event || 'error_message' in event || /error/.test(String(event.event_name));
  const removed = isError ? PERSONAL : [...PERSONAL, 'wallet_address'];
  return Object.fromEntries(Object.entries(event).filter(([key]) => !removed.includes(key)));
}
