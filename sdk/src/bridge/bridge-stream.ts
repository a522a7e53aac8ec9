import type { IStorage } from '../types/index.js';
import type { EventSourceLike } from './fetch-event-source.js';

type Timer = ReturnType<typeof setTimeout> | undefined;
type EventSourceClass = new (url: string) => EventSourceLike;

/**
 * The platform's `EventSource`, or one over `fetch` where the platform has none (Node.js).
 */
export async function eventSourceClass(): Promise<EventSourceClass> {
  const { EventSource } = globalThis as { EventSource?: unknown };
  if (EventSource) return EventSource as EventSourceClass;
  const module = await import('./fetch-event-source.js');
  return module.FetchEventSource;
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
/** Time without an open stream after which its bridge counts as unreached, in ms. */
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
  /** Called when an attempt to open starts, and when it has ended after `durationMs`. */
  onTry(outcome: 'started' | 'established' | 'error', durationMs: number): void;
};

/** The event stream of one session on one bridge. */
export type BridgeStream = {
  readonly bridgeUrl: string;
  /** Whether the stream has not been open for 8 s. False while it is paused. */
  isUnreached(): boolean;
  /**
   * `resume` opens a paused stream, and opens a failed one without further pause. `pause` closes the
   * stream until `resume`. `close` closes it for ever and drops the events that have not been handled.
   */
  input(input: StreamInput): void;
  /** Resolves when the stream is open, paused or closed. */
  opened(): Promise<void>;
};

/**
 * Creates a paused stream. After a failure it opens again from the last event until it is paused or
 * closed.
 */
export function createBridgeStream({
  bridgeUrl,
  clientId,
  storage,
  traceId,
  openingDeadlineMS = OPENING_DEADLINE_MS,
  onMessage,
  onReach,
  onTry,
}: BridgeStreamOptions): BridgeStream {
  let state: StreamState = 'paused';
  let source: EventSourceLike | undefined;
  /** Deadline while opening, pause while waiting. */
  let timer: Timer;
  let reachTimer: Timer;
  let unreached = false;
  /** Failures in a row. */
  let failures = 0;
  /** Identifies the last attempt, so that an older attempt notices that it has been replaced. */
  let lastTry: symbol | undefined;
  let triedAt = 0;
  /** Last event of this page. Other pages with the session change the stored one. */
  let lastId: string | null = null;
  /** Tail of the queue of events, so that they are handled in order. */
  let events: Promise<void> = Promise.resolve();
  const settled: (() => void)[] = [];

  const isOpening = (): boolean => state === 'opening' || state === 'waiting';

  const setTimer = (delayMs: number): void => {
    timer = setTimeout(() => input('timer'), delayMs);
  };

  const setUnreached = (value: boolean): void => {
    if (unreached === value) return;
    unreached = value;
    onReach();
  };

  /** Never rejects. */
  const handle = async (data: string, eventId: string): Promise<void> => {
    if (state === 'closed') return;
    try {
      await onMessage(data);
      if (eventId) await storage.setItem(LAST_EVENT_KEY + bridgeUrl, eventId);
    } catch {
      // A full or blocked storage must not stop the stream.
    }
  };

  const open = async (): Promise<void> => {
    const current = Symbol();
    lastTry = current;
    const [EventSource, stored] = await Promise.all([
      eventSourceClass(),
      lastId ?? storage.getItem(LAST_EVENT_KEY + bridgeUrl),
    ]);
    if (current !== lastTry || state !== 'opening') return;
    lastId = stored;
    const opened = new EventSource(
      bridgeAddress(bridgeUrl, 'events', {
        client_id: clientId,
        last_event_id: stored || undefined,
        trace_id: traceId,
      }),
    );
    source = opened;
    const ifCurrent = (name: StreamInput) => () => {
      if (source === opened) input(name);
    };
    opened.onopen = ifCurrent('opened');
    opened.onerror = ifCurrent('failed');
    opened.onmessage = ({ data, lastEventId }) => {
      if (source !== opened || data === 'heartbeat') return;
      if (lastEventId) lastId = lastEventId;
      events = events.then(() => handle(data, lastEventId));
    };
  };

  const input = (name: StreamInput): void => {
    const before = state;
    const next = STREAM_STATES[before][name];
    if (!next) return;
    state = next;
    clearTimeout(timer);
    if (next !== 'open') {
      source?.close();
      source = undefined;
    }
    if (next === 'opening') {
      triedAt = Date.now();
      setTimer(openingDeadlineMS);
      onTry('started', 0);
      open().catch(() => input('failed'));
    } else if (next === 'waiting') {
      failures += 1;
      setTimer(backoff(failures));
      if (before === 'opening') onTry('error', Date.now() - triedAt);
    } else {
      failures = 0;
      if (next === 'open') onTry('established', Date.now() - triedAt);
      for (const settle of settled.splice(0)) settle();
    }
    if (isOpening()) reachTimer ??= setTimeout(() => setUnreached(true), UNREACHED_MS);
    else {
      clearTimeout(reachTimer);
      reachTimer = undefined;
      setUnreached(false);
    }
  };

  return {
    bridgeUrl,
    isUnreached: () => unreached,
    input,
    opened: async () => {
      if (isOpening()) await new Promise<void>((resolve) => settled.push(resolve));
    },
  };
}
