import { EventSource } from 'eventsource';
import type { Source } from './bridge/bridge.ts';

/** The wallet's connection to its bridges. Tests can take it offline and bring it back. */
export type WalletNetwork = {
  fetch: typeof fetch;
  openSource(url: string): Source;
  /** Closes streams. New messages and streams wait. */
  lose(): void;
  /** Sends waiting messages and opens waiting streams. */
  find(): void;
};

const isBridge = (url: string) => /\/message\?/.test(url);

/**
 * A stream that opens when the network is available, and reports an error when the network is lost.
 */
class Stream implements Source {
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string; lastEventId: string }) => void) | null = null;
  onerror: (() => void) | null = null;
  readonly #url: string;
  readonly #fetch: typeof fetch;
  #source: EventSource | null = null;
  readonly #onClose: () => void;
  #closed = false;

  constructor(url: string, fetcher: typeof fetch, onClose: () => void) {
    this.#url = url;
    this.#fetch = fetcher;
    this.#onClose = onClose;
  }

  begin(): void {
    if (this.#closed) return;
    const source = new EventSource(this.#url, { fetch: this.#fetch });
    this.#source = source;
    source.onopen = () => this.onopen?.();
    source.onmessage = ({ data, lastEventId }) =>
      this.onmessage?.({ data: String(data), lastEventId });
    source.onerror = () => this.fail();
  }

  fail(): void {
    this.#source?.close();
    this.#source = null;
    if (!this.#closed) this.onerror?.();
  }

  close(): void {
    this.#closed = true;
    this.#source?.close();
    this.#onClose();
  }
}

export function walletNetwork(fetcher: typeof fetch): WalletNetwork {
  const streams = new Set<Stream>();
  let way = Promise.resolve();
  let open: (() => void) | null = null;
  return {
    async fetch(input, init) {
      if (open === null || !isBridge(String(input))) return fetcher(input, init);
      await way;
      // The sender's timeout may have expired while the message waited.
      const { signal: _, ...rest } = init ?? {};
      return fetcher(input, rest);
    },
    openSource(url) {
      const stream = new Stream(url, fetcher, () => streams.delete(stream));
      streams.add(stream);
      void way.then(() => stream.begin());
      return stream;
    },
    lose() {
      if (open !== null) return;
      way = new Promise((resolve) => {
        open = resolve;
      });
      for (const stream of [...streams]) stream.fail();
    },
    find() {
      open?.();
      open = null;
    },
  };
}
