import assert from 'node:assert/strict';
import { once } from 'node:events';
import http from 'node:http';
import net from 'node:net';
import { type Server, startServer } from '../fixtures/server.ts';

/** Returns a client id for a number. */
export const clientId = (number: number): string => number.toString(16).padStart(64, '0');

/** Gauges that must return to zero. */
const gauges = [
  'prichal_streams',
  'prichal_request_bytes',
  'prichal_bridge_subscriptions',
  'prichal_bridge_mailboxes',
  'prichal_bridge_messages_waiting',
  'prichal_bridge_waiting_bytes',
];
/** Memory that may remain in the heap after an attack. */
const slack = 64 * 1024 * 1024;

/** Waits until a condition is true. */
export async function until(
  what: string,
  holds: () => Promise<boolean> | boolean,
  seconds = 30,
): Promise<void> {
  const deadline = performance.now() + seconds * 1_000;
  while (!(await holds())) {
    assert.ok(performance.now() < deadline, `still not so after ${seconds} s: ${what}`);
    await new Promise((resume) => setTimeout(resume, 20));
  }
}

export interface Answer {
  readonly status: number;
  readonly body: string;
}

/** An open stream of the bridge, with the data received so far. */
export class EventStream {
  text = '';
  ended = false;
  readonly #request: http.ClientRequest;

  constructor(request: http.ClientRequest, response: http.IncomingMessage) {
    this.#request = request;
    response.setEncoding('utf8');
    response.on('data', (text: string) => {
      this.text += text;
    });
    response.on('close', () => {
      this.ended = true;
    });
    response.on('error', () => {});
  }

  /** Texts of the messages, in order. */
  get messages(): string[] {
    return [...this.text.matchAll(/"message":"([^"]*)"/g)].map(([, text = '']) => text);
  }

  /** Ids of the messages. */
  get ids(): string[] {
    return [...this.text.matchAll(/^id: (\d+)$/gm)].map(([, id = '']) => id);
  }

  close(): void {
    this.#request.destroy();
  }
}

/** The built binary, and clients that each connect from their own address. */
export class AttackedBridge {
  readonly #server: Server;
  readonly #agent = new http.Agent({ keepAlive: true, maxSockets: 64 });
  readonly #before: Map<string, number>;

  /**
   * @param settings environment variables, `PRICHAL_…`
   * @param within a command that runs the server with restrictions
   * @param flags flags of `prichal serve`
   */
  static async start(
    settings: Readonly<Record<string, string>> = {},
    within: readonly string[] = [],
    flags: readonly string[] = [],
  ): Promise<AttackedBridge> {
    const server = await startServer(
      flags,
      { PRICHAL_PROXIES_TRUSTED: '127.0.0.1/32', PRICHAL_SERVER_LOOPS: '2', ...settings },
      within,
    );
    return new AttackedBridge(server, await metricsOf(server.admin));
  }

  private constructor(server: Server, before: Map<string, number>) {
    this.#server = server;
    this.#before = before;
  }

  /** Origin of health checks and metrics. */
  get admin(): string {
    return this.#server.admin;
  }

  get port(): number {
    return Number(new URL(this.#server.origin).port);
  }

  async metric(name: string): Promise<number> {
    const value = (await metricsOf(this.#server.admin)).get(name);
    assert.notEqual(value, undefined, `no metric ${name}`);
    return value ?? 0;
  }

  /** Posts a message of `from`, who connects from `address`. */
  post(address: string, from: string, to: string, body: string, ttl = 300): Promise<Answer> {
    const path = `/bridge/message?client_id=${from}&to=${to}&ttl=${ttl}`;
    return new Promise((answered, failed) => {
      const request = http.request(
        {
          host: '127.0.0.1',
          port: this.port,
          agent: this.#agent,
          method: 'POST',
          path,
          headers: { 'X-Forwarded-For': address, 'Content-Length': Buffer.byteLength(body) },
        },
        (response) => {
          let text = '';
          response.setEncoding('utf8').on('data', (part: string) => {
            text += part;
          });
          response.on('end', () => answered({ status: response.statusCode ?? 0, body: text }));
        },
      );
      request.on('error', failed);
      request.end(body);
    });
  }

  /** Sends a request with any headers, including a forged address. */
  ask(
    method: string,
    path: string,
    headers: Readonly<Record<string, string>>,
    port = this.port,
  ): Promise<Answer> {
    return new Promise((answered, failed) => {
      const request = http.request(
        { host: '127.0.0.1', port, agent: false, method, path, headers },
        (response) => {
          const status = response.statusCode ?? 0;
          // A stream does not end, so only its headers are awaited.
          if (response.headers['content-type'] === 'text/event-stream') {
            answered({ status, body: '' });
            response.destroy();
            return;
          }
          let text = '';
          response.setEncoding('utf8').on('data', (part: string) => {
            text += part;
          });
          response.on('end', () => answered({ status, body: text }));
        },
      );
      request.on('error', failed);
      request.end();
    });
  }

  /** Opens a stream from `address` and waits for its backlog. */
  async listen(address: string, ids: string, after?: string): Promise<EventStream> {
    const cursor = after === undefined ? '' : `&last_event_id=${after}`;
    const stream = await new Promise<EventStream>((opened, failed) => {
      const request = http.get(
        {
          host: '127.0.0.1',
          port: this.port,
          agent: false,
          path: `/bridge/events?client_id=${ids}${cursor}&enable_queue_done_event=true`,
          headers: { 'X-Forwarded-For': address },
        },
        (response) => {
          if (response.statusCode !== 200) {
            response.setEncoding('utf8').on('data', (text: string) => {
              failed(new Error(`the stream was refused with ${response.statusCode}: ${text}`));
            });
            return;
          }
          opened(new EventStream(request, response));
        },
      );
      request.on('error', failed);
    });
    await until('the backlog has come', () => stream.ended || stream.text.includes('queue_done'));
    return stream;
  }

  /** Opens a TCP connection. */
  async connect(): Promise<net.Socket> {
    const socket = net.connect(this.port, '127.0.0.1');
    await once(socket, 'connect');
    socket.on('error', () => {});
    return socket;
  }

  /** Checks that no stream, message, byte, file or memory of the attacks remains. */
  async expectNothingLeft(): Promise<void> {
    this.#agent.destroy();
    for (const name of gauges)
      await until(`${name} is 0`, async () => (await this.metric(name)) === 0);
    const files = this.#before.get('process_open_fds') ?? 0;
    await until('files are closed', async () => (await this.metric('process_open_fds')) <= files);
    const memory = (this.#before.get('process_resident_memory_bytes') ?? 0) + slack;
    await until(
      'memory is given back',
      async () => (await this.metric('process_resident_memory_bytes')) <= memory,
    );
  }

  /** Kills the server. Does nothing if it has exited. */
  async kill(): Promise<void> {
    this.#agent.destroy();
    await this.#server.stop('SIGKILL');
  }

  async stop(): Promise<void> {
    this.#agent.destroy();
    assert.equal(await this.#server.stop(), 0);
  }
}

async function metricsOf(admin: string): Promise<Map<string, number>> {
  const text = await new Promise<string>((read, failed) => {
    http
      .get(`${admin}/metrics`, { agent: false }, (response) => {
        let all = '';
        response.setEncoding('utf8').on('data', (part: string) => {
          all += part;
        });
        response.on('end', () => read(all));
      })
      .on('error', failed);
  });
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => {
      const at = line.lastIndexOf(' ');
      return [line.slice(0, at), Number(line.slice(at + 1))];
    }),
  );
}
