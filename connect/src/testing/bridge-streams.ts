import { vi } from 'vitest';

/** A stream of a bridge that replaces the browser's. It receives no messages. */
export class BridgeStream extends EventTarget {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static readonly CLOSED = 2;
  readyState = BridgeStream.CONNECTING;
  onopen: ((event: Event) => void) | null = null;
  onerror = null;
  onmessage = null;
  readonly url: string;
  constructor(url: string | URL) {
    super();
    this.url = String(url);
  }
  open(): void {
    if (this.readyState !== BridgeStream.CONNECTING) return;
    this.readyState = BridgeStream.OPEN;
    this.onopen?.(new Event('open'));
  }
  close(): void {
    this.readyState = BridgeStream.CLOSED;
  }
}

/**
 * Replaces bridges until `vi.unstubAllGlobals()`.
 * @param bridges `open` bridges accept each stream at once; `silent` ones never answer.
 * @returns the streams that were opened so far, the newest last.
 */
export function scriptedStreams(bridges: 'open' | 'silent'): readonly BridgeStream[] {
  const streams: BridgeStream[] = [];
  vi.stubGlobal(
    'EventSource',
    class extends BridgeStream {
      constructor(url: string | URL) {
        super(url);
        streams.push(this);
        if (bridges === 'open') queueMicrotask(() => this.open());
      }
    },
  );
  return streams;
}
