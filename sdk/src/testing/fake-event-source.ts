import type { EventSourceLike } from '../bridge/fetch-event-source.js';

/** An `EventSource` whose events the test dispatches. */
export class FakeEventSource implements EventSourceLike {
  /** All instances since `installEventSource`, oldest first. */
  static all: FakeEventSource[] = [];

  /** The newest instance. */
  static get last(): FakeEventSource {
    const last = FakeEventSource.all.at(-1);
    if (!last) throw new Error('no EventSource was created');
    return last;
  }

  readonly url: string;
  onopen: EventSourceLike['onopen'] = null;
  onmessage: EventSourceLike['onmessage'] = null;
  onerror: EventSourceLike['onerror'] = null;
  closed = false;
  #nextId = 1;

  constructor(url: string) {
    this.url = url;
    FakeEventSource.all.push(this);
  }

  get lastEventId(): string | null {
    return new URL(this.url).searchParams.get('last_event_id');
  }

  open(): void {
    this.onopen?.();
  }

  fail(): void {
    this.onerror?.();
  }

  send(data: string, lastEventId = String(this.#nextId++)): void {
    this.onmessage?.({ data, lastEventId });
  }

  close(): void {
    this.closed = true;
  }
}

/** Replaces `globalThis.EventSource`. Returns a function that restores it. */
export function installEventSource(): () => void {
  const { EventSource: before } = globalThis as { EventSource?: unknown };
  FakeEventSource.all = [];
  Object.assign(globalThis, { EventSource: FakeEventSource });
  return () => Object.assign(globalThis, { EventSource: before });
}
