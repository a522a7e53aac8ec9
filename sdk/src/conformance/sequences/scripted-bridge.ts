import type { FakeClock } from './fake-clock.js';

/** `down` fails connections, `refuse` answers 503, `hang` answers nothing. */
export type BridgeMode = 'up' | 'down' | 'refuse' | 'hang';

/** Fault of one POST: it never arrives, its answer is lost or late, or the answer is 429. */
export type PostFault = 'lost' | 'unanswered' | 'slow' | 'refused';

/** A message of a wallet. `meaning` is its plain text; null if no app can read it. */
export type BridgeEvent = {
  id: number;
  from: string;
  to: string;
  data: string;
  meaning: object | null;
};

const OPENING_MS = 10;
const POST_MS = 10;
const SLOW_MS = 4_000;
/** Pause of a native EventSource before it reconnects, in ms. */
const NATIVE_RETRY_MS = 3_000;

type BridgeHooks = {
  /** Receives what apps post. */
  onPost(from: string, to: string, body: string): void;
  /** Called right before an event is dispatched to a page. */
  onDispatch(stream: ScriptedStream, event: BridgeEvent): void;
};

/** A bridge with faults for the app. Wallets can always reach it. */
export class ScriptedBridge {
  readonly url: string;
  readonly clock: FakeClock;
  mode: BridgeMode = 'up';
  readonly streams = new Set<ScriptedStream>();
  readonly faults: PostFault[] = [];
  readonly #events: BridgeEvent[] = [];
  readonly #hooks: BridgeHooks;

  constructor(url: string, clock: FakeClock, hooks: BridgeHooks) {
    this.url = url;
    this.clock = clock;
    this.#hooks = hooks;
  }

  /** Dispatches an event to a page. */
  dispatch(stream: ScriptedStream, event: BridgeEvent): void {
    this.#hooks.onDispatch(stream, event);
    stream.onmessage?.({ data: event.data, lastEventId: String(event.id) });
  }

  /** Accepts a message of a wallet. */
  put(message: Omit<BridgeEvent, 'id'>): void {
    const event = { id: this.#events.length + 1, ...message };
    this.#events.push(event);
    for (const stream of this.streams) stream.queue(event);
  }

  /** Events that a stream has not received. */
  after(clientId: string, lastEventId: number): BridgeEvent[] {
    return this.#events.filter(({ to, id }) => to === clientId && id > lastEventId);
  }

  /** Ends all open streams, as a proxy that restarts. */
  drop(): void {
    for (const stream of this.streams) stream.fail();
  }

  setMode(mode: BridgeMode): void {
    this.mode = mode;
    if (mode !== 'up') this.drop();
  }

  /** Answers a POST of the page. */
  post(url: URL, body: string, signal: AbortSignal | undefined): Promise<Response> {
    const fault = this.faults.shift();
    return new Promise((resolve, reject) => {
      const abort = (): void => reject(new DOMException('aborted', 'AbortError'));
      signal?.addEventListener('abort', abort);
      if (signal?.aborted) abort();
      if (this.mode === 'hang') return;
      const answer = (settle: () => void, after: number): void => this.clock.later(after, settle);
      const fails = (): void => reject(new TypeError('fetch failed'));
      const says = (status: number) => (): void => resolve(new Response('{}', { status }));
      if (this.mode === 'down' || fault === 'lost') return answer(fails, POST_MS);
      if (this.mode === 'refuse') return answer(says(503), POST_MS);
      if (fault === 'refused') return answer(says(429), POST_MS);
      const { searchParams } = url;
      const [from, to] = [searchParams.get('client_id') ?? '', searchParams.get('to') ?? ''];
      this.clock.later(POST_MS, () => this.#hooks.onPost(from, to, body));
      if (fault === 'unanswered') answer(fails, 2 * POST_MS);
      else answer(says(200), fault === 'slow' ? SLOW_MS : 2 * POST_MS);
    });
  }
}

/** An EventSource of the page, with the reconnection of browsers. */
export class ScriptedStream {
  readonly CONNECTING = 0;
  readonly OPEN = 1;
  readonly CLOSED = 2;
  readyState = 0;
  onopen: ((event: object) => void) | null = null;
  onerror: ((event: object) => void) | null = null;
  onmessage: ((event: { data: string; lastEventId: string }) => void) | null = null;
  readonly bridge: ScriptedBridge;
  readonly clientId: string;
  #lastEventId: number;
  #lastQueued = 0;

  constructor(bridge: ScriptedBridge, url: URL) {
    this.bridge = bridge;
    this.clientId = url.searchParams.get('client_id') ?? '';
    this.#lastEventId = Number(url.searchParams.get('last_event_id') ?? 0);
    bridge.streams.add(this);
    this.#connect();
  }

  close(): void {
    this.readyState = this.CLOSED;
    this.bridge.streams.delete(this);
  }

  /** The connection breaks. */
  fail(): void {
    if (this.readyState !== this.OPEN) return;
    this.readyState = this.CONNECTING;
    this.bridge.clock.later(NATIVE_RETRY_MS, () => this.#connect());
    this.onerror?.({});
  }

  queue(event: BridgeEvent): void {
    if (this.readyState !== this.OPEN || event.to !== this.clientId) return;
    if (event.id <= this.#lastQueued) return;
    this.#lastQueued = event.id;
    this.bridge.clock.later(0, () => {
      if (this.readyState !== this.OPEN) return;
      this.#lastEventId = event.id;
      this.bridge.dispatch(this, event);
    });
  }

  #connect(): void {
    this.bridge.clock.later(OPENING_MS, () => {
      const { bridge } = this;
      if (this.readyState !== this.CONNECTING || bridge.mode === 'hang') return;
      if (bridge.mode === 'up') {
        this.readyState = this.OPEN;
        this.#lastQueued = this.#lastEventId;
        this.onopen?.({});
        for (const event of bridge.after(this.clientId, this.#lastEventId)) this.queue(event);
        return;
      }
      if (bridge.mode === 'down') bridge.clock.later(NATIVE_RETRY_MS, () => this.#connect());
      else this.readyState = this.CLOSED;
      this.onerror?.({});
    });
  }
}
