import type { IStorage } from '../types/index.js';
import type { EventSourceLike } from './fetch-event-source.js';

type EventSourceClass = new (url: string) => EventSourceLike;

/**
 * The platform's `EventSource`, or one over `fetch` where the platform has none (Node.js).
 */
export async function eventSourceClass(): Promise<EventSourceClass> {
  const { EventSource } = globalThis as { EventSource?: unknown };
  if (EventSource) return EventSource as EventSourceClass;
  return (await import('./fetch-event-source.js')).FetchEventSource;
}

/** Address of `path` on a bridge, with the parameters that are not undefined. */
export function bridgeAddress(
  bridgeUrl: string,
  path: 'events' | 'message',
  parameters: Record<string, string | undefined>,
): string {
  const url = new URL(`${bridgeUrl.replace(/\/$/, '')}/${path}`);
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined) url.searchParams.append(name, value);
  }
  return url.toString();
}

/** First pause before a failed stream is opened again, in ms. Doubles with each failure. */
const FIRST_MS = 2_000;
const LONGEST_MS = 30_000;

/** Pause after the `failures`-th failure in a row (1 is the first), in ms, with jitter of 25 %. */
export const backoff = (failures: number): number =>
  Math.min(FIRST_MS * 2 ** (failures - 1), LONGEST_MS) * (0.75 + Math.random() / 2);

/** `waiting` is the pause after a failure. */
export type StreamState = 'paused' | 'opening' | 'open' | 'waiting' | 'closed';

export type StreamInput = 'resume' | 'opened' | 'failed' | 'timer' | 'pause' | 'close';

/**
 * The state after an input. Inputs that are not listed are ignored in that state, for example the
 * error of an event source that has been replaced.
 */
export const STREAM_STATES: Record<StreamState, Partial<Record<StreamInput, StreamState>>> = {
  paused: { resume: 'opening', close: 'closed' },
  opening: {
    opened: 'open',
    failed: 'waiting',
    timer: 'waiting',
    pause: 'paused',
    close: 'closed',
  },
  open: { failed: 'waiting', pause: 'paused', close: 'closed' },
  waiting: { timer: 'opening', resume: 'opening', pause: 'paused', close: 'closed' },
  closed: {},
};

/** Storage key of the last event ID of a bridge, as the official SDK writes it. */
const LAST_EVENT_KEY = 'ton-connect-storage_http-bridge-gateway::';

/** How long a stream may take to open by default, in ms. */
const OPENING_DEADLINE_MS = 12_000;
/** How long a stream is not open before its bridge counts as unreached, in ms. */
const UNREACHED_MS = 8_000;

export type BridgeStreamOptions = {
  bridgeUrl: string;
  /** Client ID of the session, 64 hex characters. */
  clientId: string;
  storage: IStorage;
  traceId: string;
  openingDeadlineMS: number | undefined;
  /** Handles the data of one event. The event ID is stored when the promise settles. */
  onMessage(data: string): Promise<void>;
  /** Called when `unreached` has changed. */
  onReach(): void;
  /** Called when a try to open starts, and when it has ended after `durationMs`. */
  onTry(outcome: 'started' | 'established' | 'error', durationMs: number): void;
};

/**
 * The event stream of one session on one bridge. After a failure it opens again from the last event
 * until it is paused or closed. It starts paused.
 */
export class BridgeStream {
  private readonly options: BridgeStreamOptions;
  private state: StreamState = 'paused';
  private source: EventSourceLike | undefined;
  /** Deadline while opening, pause while waiting. */
  private timer: ReturnType<typeof setTimeout> | undefined;
  private reachTimer: ReturnType<typeof setTimeout> | undefined;
  private isUnreached = false;
  /** Failures in a row. */
  private failures = 0;
  /** Counts tries, so that a try notices that it has been replaced. */
  private tries = 0;
  private triedAt = 0;
  /** The last event of this page. Other pages with the session move the stored one. */
  private lastEventId: string | null = null;
  /** Tail of the queue of events, so that they are handled in order. */
  private events: Promise<void> = Promise.resolve();
  private settled: (() => void)[] = [];

  constructor(options: BridgeStreamOptions) {
    this.options = options;
  }

  get bridgeUrl(): string {
    return this.options.bridgeUrl;
  }

  /** Whether the stream has not been open for 8 s. False while it is paused. */
  get unreached(): boolean {
    return this.isUnreached;
  }

  /** Opens a paused stream. Opens a failed one without further pause. */
  resume(): void {
    this.input('resume');
  }

  /** Closes the stream until `resume`. */
  pause(): void {
    this.input('pause');
  }

  /** Closes the stream for ever and drops the events that have not been handled. */
  close(): void {
    this.input('close');
  }

  /** Resolves when the stream is open, paused or closed. */
  opened(): Promise<void> {
    if (!isOpening(this.state)) return Promise.resolve();
    return new Promise((resolve) => this.settled.push(resolve));
  }

  private input(input: StreamInput): void {
    const before = this.state;
    const next = STREAM_STATES[before][input];
    if (!next) return;
    this.state = next;
    clearTimeout(this.timer);
    if (next !== 'open') {
      this.source?.close();
      this.source = undefined;
    }
    const { openingDeadlineMS = OPENING_DEADLINE_MS, onTry } = this.options;
    if (next === 'opening') {
      this.triedAt = Date.now();
      this.setTimer(openingDeadlineMS);
      onTry('started', 0);
      this.open().catch(() => this.input('failed'));
    } else if (next === 'waiting') {
      this.failures += 1;
      this.setTimer(backoff(this.failures));
      if (before === 'opening') onTry('error', Date.now() - this.triedAt);
    } else {
      this.failures = 0;
      if (next === 'open') onTry('established', Date.now() - this.triedAt);
      for (const settle of this.settled.splice(0)) settle();
    }
    this.watchReach();
  }

  private setTimer(delayMs: number): void {
    this.timer = setTimeout(() => this.input('timer'), delayMs);
  }

  private watchReach(): void {
    if (isOpening(this.state)) {
      this.reachTimer ??= setTimeout(() => this.setUnreached(true), UNREACHED_MS);
    } else {
      clearTimeout(this.reachTimer);
      this.reachTimer = undefined;
      this.setUnreached(false);
    }
  }

  private setUnreached(unreached: boolean): void {
    if (this.isUnreached === unreached) return;
    this.isUnreached = unreached;
    this.options.onReach();
  }

  private async open(): Promise<void> {
    this.tries += 1;
    const current = this.tries;
    const { bridgeUrl, clientId, storage, traceId } = this.options;
    const [EventSource, stored] = await Promise.all([
      eventSourceClass(),
      this.lastEventId ?? storage.getItem(LAST_EVENT_KEY + bridgeUrl),
    ]);
    if (current !== this.tries || this.state !== 'opening') return;
    this.lastEventId = stored;
    const source = new EventSource(
      bridgeAddress(bridgeUrl, 'events', {
        client_id: clientId,
        last_event_id: stored || undefined,
        trace_id: traceId,
      }),
    );
    this.source = source;
    const input = (name: StreamInput) => () => {
      if (source === this.source) this.input(name);
    };
    source.onopen = input('opened');
    source.onerror = input('failed');
    source.onmessage = ({ data, lastEventId }) => {
      if (source !== this.source || data === 'heartbeat') return;
      if (lastEventId) this.lastEventId = lastEventId;
      this.events = this.events.then(() => this.handle(data, lastEventId));
    };
  }

  /** Never rejects. */
  private async handle(data: string, eventId: string): Promise<void> {
    if (this.state === 'closed') return;
    const { onMessage, storage, bridgeUrl } = this.options;
    try {
      await onMessage(data);
      if (eventId) await storage.setItem(LAST_EVENT_KEY + bridgeUrl, eventId);
    } catch {
      // A full or blocked storage must not stop the stream.
    }
  }
}

const isOpening = (state: StreamState): boolean => state === 'opening' || state === 'waiting';
