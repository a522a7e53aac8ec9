import type { AnalyticsMode } from '../types/ton-connect.js';

type Fields = Record<string, unknown>;

const ADDRESS = 'https://analytics.ton.org/events';

/** Time between an event and the request that carries it, in ms. It doubles with each failed request. */
const DELAY_MS = 2000;

/** Events in one request. */
const LARGEST_BATCH = 100;

/** How often one batch is tried. */
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

  /** Sends what is left, and takes no more. */
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

/** Removes what identifies the user. Errors keep the address of the wallet. */
function withoutUser(event: Fields): Fields {
  const isError =
    'error_code' in event || 'error_message' in event || /error/.test(String(event.event_name));
  const removed = isError ? PERSONAL : [...PERSONAL, 'wallet_address'];
  return Object.fromEntries(Object.entries(event).filter(([key]) => !removed.includes(key)));
}
