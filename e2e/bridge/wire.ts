import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** Fault of the next POST. */
type Fate = 'passes' | 'loses its answer' | 'is lost';

/** Marks a request as the last of its connection, so that the next one opens a new connection. */
function asTheLast(head: string): string {
  return head.replace(/\r\nconnection: keep-alive\r\n/i, '\r\nConnection: close\r\n');
}

/** Connects to the first of these loopback ports that accepts. Null if none does. */
async function dial(ports: readonly number[]): Promise<Socket | null> {
  for (const port of ports) {
    const socket = connect(port, '127.0.0.1');
    try {
      await once(socket, 'connect');
      return socket;
    } catch {
      // A balancer tries the next one.
    }
  }
  return null;
}

/**
 * The network between clients and servers: a TCP proxy with faults. Its port stays the same while
 * the server restarts on another. With several servers, each connection goes to the next one, and
 * each POST has its own connection.
 */
export class Wire {
  readonly #listener = createServer((client) => void this.#accept(client));
  readonly #sockets = new Set<Socket>();
  readonly #streams = new Set<{ text: string }>();
  #ports: readonly number[] = [];
  #dealt = 0;
  #fate: Fate = 'passes';
  #happened = () => {};

  static async open(): Promise<Wire> {
    const wire = new Wire();
    wire.#listener.listen(0, '127.0.0.1');
    await once(wire.#listener, 'listening');
    return wire;
  }

  /** Address for clients, without a trailing slash. */
  get origin(): string {
    return `http://127.0.0.1:${(this.#listener.address() as AddressInfo).port}`;
  }

  /** Sets the servers for new connections. */
  leadTo(...origins: readonly string[]): void {
    this.#ports = origins.map((origin) => Number(new URL(origin).port));
  }

  /** Ends every connection at once, without notifying either side. */
  cut(): void {
    for (const socket of this.#sockets) socket.resetAndDestroy();
  }

  /**
   * The next POST reaches the server, but its response and connection are lost. Settles when the
   * server has answered.
   */
  loseNextAnswer(): Promise<void> {
    return this.#befall('loses its answer');
  }

  /** The next POST is lost before the server. Settles when it was sent. */
  loseNextPost(): Promise<void> {
    return this.#befall('is lost');
  }

  /** Number of messages that the server has sent on streams. */
  get messages(): number {
    const count = ({ text }: { text: string }) => text.split('event: message\nid: ').length - 1;
    return [...this.#streams].reduce((sum, stream) => sum + count(stream), 0);
  }

  async close(): Promise<void> {
    this.#listener.close();
    this.cut();
    await once(this.#listener, 'close');
  }

  #befall(fate: Fate): Promise<void> {
    this.#fate = fate;
    return new Promise((happened) => {
      this.#happened = happened;
    });
  }

  async #accept(client: Socket): Promise<void> {
    this.#sockets.add(client);
    client.on('error', () => client.destroy());
    const first = this.#dealt++ % Math.max(1, this.#ports.length);
    const server = await dial([...this.#ports.slice(first), ...this.#ports.slice(0, first)]);
    if (server && !client.destroyed) return this.#carry(client, server);
    server?.destroy();
    client.destroy();
    this.#sockets.delete(client);
  }

  #carry(client: Socket, server: Socket): void {
    const deals = this.#ports.length > 1;
    let answerIsLost = false;
    let stream: { text: string } | null = null;
    for (const [socket, other] of [
      [client, server],
      [server, client],
    ] as const) {
      this.#sockets.add(socket);
      socket.on('error', () => other.destroy());
      socket.on('end', () => other.end());
      socket.on('close', () => {
        this.#sockets.delete(socket);
        other.destroy();
      });
    }
    client.on('data', (bytes: Buffer) => {
      const head = bytes.subarray(0, 16).toString('latin1');
      if (head.startsWith('GET /bridge/even')) {
        stream = { text: '' };
        this.#streams.add(stream);
      }
      if (head.startsWith('POST ') && this.#fate !== 'passes') {
        const lost = this.#fate === 'is lost';
        this.#fate = 'passes';
        if (lost) {
          client.pause();
          this.#happened();
          return;
        }
        answerIsLost = true;
      }
      const isPost = head.startsWith('POST ');
      server.write(
        deals && isPost ? Buffer.from(asTheLast(bytes.toString('latin1')), 'latin1') : bytes,
      );
    });
    server.on('data', (bytes: Buffer) => {
      if (answerIsLost) {
        client.destroy();
        this.#happened();
        return;
      }
      if (stream) stream.text += bytes.toString('latin1');
      client.write(bytes);
    });
  }
}
