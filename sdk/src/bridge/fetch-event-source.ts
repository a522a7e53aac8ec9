/** The part of `EventSource` that a bridge stream uses. */
export type EventSourceLike = {
  onopen: (() => void) | null;
  onmessage: ((event: { data: string; lastEventId: string }) => void) | null;
  onerror: (() => void) | null;
  close(): void;
};

/**
 * A server-sent event stream over `fetch`, for platforms without `EventSource`. It does not reconnect:
 * `onerror` is called once, when the stream fails or ends.
 */
export class FetchEventSource implements EventSourceLike {
  onopen: EventSourceLike['onopen'] = null;
  onmessage: EventSourceLike['onmessage'] = null;
  onerror: EventSourceLike['onerror'] = null;
  private readonly abort = new AbortController();
  private lastEventId = '';

  constructor(url: string) {
    void this.read(url);
  }

  close(): void {
    this.abort.abort();
  }

  private async read(url: string): Promise<void> {
    const { signal } = this.abort;
    try {
      const response = await fetch(url, { headers: { accept: 'text/event-stream' }, signal });
      const type = response.headers.get('content-type') ?? '';
      if (response.ok && response.body && type.startsWith('text/event-stream')) {
        this.onopen?.();
        const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
        let rest = '';
        for (;;) {
          const { done, value } = await reader.read();
          if (done) break;
          const blocks = (rest + value).split(/\r\n\r\n|\n\n|\r\r/);
          rest = blocks.pop() ?? '';
          for (const block of blocks) if (!signal.aborted) this.dispatch(block);
        }
      }
    } catch {
      // Reported below, like the end of the stream.
    }
    if (!signal.aborted) this.onerror?.();
  }

  /** Dispatches one event. Blocks without a data line and events of other types are skipped. */
  private dispatch(block: string): void {
    let type = 'message';
    const data: string[] = [];
    for (const line of block.split(/\r\n|\n|\r/)) {
      const [, field, value] = /^([^:]*):? ?(.*)$/.exec(line) ?? [];
      if (field === 'data') data.push(value ?? '');
      if (field === 'event') type = value || 'message';
      if (field === 'id') this.lastEventId = value ?? '';
    }
    if (data.length > 0 && type === 'message') {
      this.onmessage?.({ data: data.join('\n'), lastEventId: this.lastEventId });
    }
  }
}
