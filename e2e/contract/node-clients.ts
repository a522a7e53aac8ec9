// Records the answers that clients of this process get from our servers: http.request through the
// channel of node:http, fetch and the rest of undici through its own. The clients do not wait for
// it.
import diagnostics from 'node:diagnostics_channel';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { StringDecoder } from 'node:string_decoder';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { answers } from './answers.ts';
import type { Listener } from './description.ts';
import { EventReader } from './events.ts';

/** Maximum size of recorded bodies. All bodies with a schema are smaller. */
const largest = 4 * 1024 * 1024;

interface Head {
  readonly listener: Listener;
  readonly method: string;
  readonly target: string;
  readonly status: number;
  readonly headers: ReadonlyMap<string, readonly string[]>;
}

/** A partially received answer. */
class Coming {
  readonly #head: Head;
  readonly #parts: Buffer[] = [];
  #bytes = 0;
  readonly #events: EventReader | null = null;
  readonly #decoder = new StringDecoder('utf8');

  constructor(head: Head) {
    this.#head = head;
    if (head.headers.get('content-type')?.[0] !== 'text/event-stream') return;
    // A stream does not end, so only its headers are recorded.
    answers.note({ ...head, body: null });
    this.#events = new EventReader((event) => answers.noteEvent(head.target, event));
  }

  add(part: Buffer): void {
    if (this.#events) {
      this.#events.add(this.#decoder.write(part));
      return;
    }
    this.#bytes += part.length;
    if (this.#bytes <= largest) this.#parts.push(part);
  }

  end(): void {
    if (this.#events) return;
    answers.note({ ...this.#head, body: this.#isWhole() ? this.#text() : null });
  }

  /** False for HEAD, and for answers that an older version of undici does not report completely. */
  #isWhole(): boolean {
    const length = Number(this.#head.headers.get('content-length')?.[0] ?? this.#bytes);
    return this.#bytes <= largest && this.#bytes === length;
  }

  #text(): string {
    const bytes = Buffer.concat(this.#parts);
    const coding = bytes.length === 0 ? '' : this.#head.headers.get('content-encoding')?.[0];
    if (coding === 'br') return brotliDecompressSync(bytes).toString();
    return coding === 'gzip' ? gunzipSync(bytes).toString() : bytes.toString();
  }
}

/** Pairs names and values, which alternate in the raw headers. */
function headersOf(raw: readonly (string | Buffer)[]): Map<string, string[]> {
  const headers = new Map<string, string[]>();
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const name = String(raw[at]).toLowerCase();
    headers.set(name, [...(headers.get(name) ?? []), String(raw[at + 1])]);
  }
  return headers;
}

function hearHttp(message: unknown): void {
  const { request, response } = message as { request: ClientRequest; response: IncomingMessage };
  const { remoteAddress, remotePort } = response.socket;
  const listener = answers.listenerAt(`http://${remoteAddress}:${remotePort}`);
  if (!listener) return;
  const coming = new Coming({
    listener,
    method: request.method,
    target: request.path,
    status: response.statusCode ?? 0,
    headers: headersOf(response.rawHeaders),
  });
  // Copies the bytes as they arrive, because a listener for `data` would start the flow.
  const push = response.push.bind(response);
  response.push = (part: unknown, encoding?: BufferEncoding) => {
    if (Buffer.isBuffer(part)) coming.add(part);
    else if (part === null && response.complete) coming.end();
    return push(part, encoding);
  };
}

interface UndiciRequest {
  readonly origin: string;
  readonly path: string;
  readonly method: string;
}

const byRequest = new WeakMap<UndiciRequest, Coming>();

function hearUndici(message: unknown): void {
  const { request, response } = message as {
    request: UndiciRequest;
    response: { statusCode: number; headers: Buffer[] };
  };
  const listener = answers.listenerAt(String(request.origin));
  if (!listener) return;
  byRequest.set(
    request,
    new Coming({
      listener,
      method: request.method,
      target: request.path,
      status: response.statusCode,
      headers: headersOf(response.headers),
    }),
  );
}

let hears = false;

/** Starts recording, once for all servers of the process. */
export function hearNodeClients(): void {
  if (hears) return;
  hears = true;
  diagnostics.subscribe('http.client.response.finish', hearHttp);
  diagnostics.subscribe('undici:request:headers', hearUndici);
  diagnostics.subscribe('undici:request:bodyChunkReceived', (message) => {
    const { request, chunk } = message as { request: UndiciRequest; chunk: Buffer };
    byRequest.get(request)?.add(Buffer.from(chunk));
  });
  diagnostics.subscribe('undici:request:trailers', (message) => {
    byRequest.get((message as { request: UndiciRequest }).request)?.end();
  });
}
