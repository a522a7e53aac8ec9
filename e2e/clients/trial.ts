import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import { Base64, hexToByteArray, SessionCrypto } from '@tonconnect/protocol';
import { ACCOUNT, DEVICE } from '../bridge/wallet.ts';
import { Wire } from '../bridge/wire.ts';
import { holdPort } from '../fixtures/held-port.ts';
import { type Server, startServer, whenReady } from '../fixtures/server.ts';

const root = resolve(import.meta.dirname, '../..');
/** Milliseconds after which a client that has not received all messages counts as late. */
const PATIENCE = 30_000;

/** A client library and the program that reads with it. */
export interface Client {
  readonly name: string;
  /**
   * The program. Its argument is the URL of the bridge for an SDK, otherwise the URL of the stream.
   */
  readonly command: readonly string[];
  /** Whether the library makes its own client ID. */
  readonly sdk: boolean;
}

/** Where a server listens: on a port that this process keeps, or on an inherited socket. */
export interface Address {
  readonly port: number;
  readonly socket?: number;
}

export async function until(condition: () => boolean | Promise<boolean>): Promise<boolean> {
  for (const deadline = Date.now() + PATIENCE; !(await condition()); ) {
    if (Date.now() > deadline) return false;
    await new Promise((again) => setTimeout(again, 50));
  }
  return true;
}

/** One client that reads from one server, with a network between them. */
export class Trial {
  readonly #client: Client;
  readonly #address: Address;
  readonly #wire: Wire;
  readonly #folder: string;
  readonly #settings: Readonly<Record<string, string>>;
  readonly #wallet = new SessionCrypto();
  /** Times of messages, by the text that the client prints for them. */
  readonly #sent = new Map<string, number>();
  readonly #received: number[] = [];
  #messages = 0;
  #clientId = '';
  #server: Server | undefined;
  #program: ChildProcess | undefined;

  static async open(
    client: Client,
    settings: Readonly<Record<string, string>>,
    socket?: Address,
  ): Promise<Trial> {
    const folder = await mkdtemp(join(tmpdir(), 'prichal-clients-'));
    const address = socket ?? { port: await holdPort() };
    return new Trial(client, address, await Wire.open(), folder, settings);
  }

  private constructor(
    client: Client,
    address: Address,
    wire: Wire,
    folder: string,
    settings: Readonly<Record<string, string>>,
  ) {
    this.#client = client;
    this.#address = address;
    this.#wire = wire;
    this.#folder = folder;
    this.#settings = settings;
  }

  /** Starts the server and the client, and waits until the client has received a first message. */
  async start(overWire: boolean): Promise<void> {
    await this.startServer();
    await this.#startClient(
      overWire ? this.#wire.origin : `http://127.0.0.1:${this.#address.port}`,
    );
    if (!(await until(async () => (await this.metric('prichal_streams')) === 1))) {
      throw new Error('opens no stream');
    }
    await this.send(1);
    if (!(await this.hasAll())) throw new Error('receives no message');
  }

  async startServer(): Promise<void> {
    const { port, socket } = this.#address;
    const flags = ['--data', this.#folder, '--listen'];
    this.#server =
      socket === undefined
        ? await startServer([...flags, `127.0.0.1:${port}`], this.#settings)
        : await startServer(
            [...flags, 'systemd:clients'],
            { ...this.#settings, LISTEN_FDS: '1', LISTEN_FDNAMES: 'clients' },
            ['/bin/sh', '-c', 'LISTEN_PID=$$ exec "$0" "$@"'],
            [socket],
          );
    await whenReady(this.#server);
    this.connectNetwork();
  }

  async stopServer(): Promise<void> {
    await this.#server?.stop();
  }

  /** Cuts all connections. New ones are closed at once. */
  dropNetwork(): void {
    this.#wire.leadTo();
    this.#wire.cut();
  }

  connectNetwork(): void {
    this.#wire.leadTo(`http://127.0.0.1:${this.#address.port}`);
  }

  /** Sends this number of messages, and waits until the server has acknowledged them. */
  async send(count: number): Promise<void> {
    for (; count > 0; count -= 1) {
      const number = ++this.#messages;
      const event = this.#wallet.encrypt(connectEvent(number), hexToByteArray(this.#clientId));
      const body = Base64.encode(event);
      this.#sent.set(body, number).set(String(number), number);
      const query = new URLSearchParams({
        client_id: this.#wallet.sessionId,
        to: this.#clientId,
        ttl: '300',
      });
      const url = `http://127.0.0.1:${this.#address.port}/bridge/message?${query}`;
      const answer = await fetch(url, { method: 'POST', body });
      if (!answer.ok) throw new Error(`message ${number}: ${answer.status}`);
      await answer.text();
    }
  }

  async metric(name: string): Promise<number> {
    const metrics = await (await fetch(`${this.#server?.admin}/metrics`)).text();
    return Number(
      metrics
        .split('\n')
        .find((line) => line.startsWith(`${name} `))
        ?.split(' ')[1],
    );
  }

  /** Waits until the client has received all messages. False if it is late or has ended. */
  async hasAll(): Promise<boolean> {
    await until(() => this.#missing === 0 || this.#hasEnded);
    return this.#missing === 0;
  }

  async verdict(): Promise<string> {
    const repeated = this.#received.length - new Set(this.#received).size;
    const repetitions = repeated === 0 ? '' : `, ${repeated} more than once`;
    if (await this.hasAll()) return `every message${repetitions}`;
    const reads = !this.#hasEnded && (await this.metric('prichal_streams')) > 0;
    return reads ? `lost ${this.#missing}${repetitions}` : 'stopped reading';
  }

  async stop(): Promise<void> {
    if (this.#program && !this.#hasEnded) {
      this.#program.kill('SIGKILL');
      await once(this.#program, 'exit');
    }
    await this.#wire.close();
    await this.stopServer();
    await rm(this.#folder, { recursive: true });
  }

  get #missing(): number {
    return this.#messages - new Set(this.#received).size;
  }

  get #hasEnded(): boolean {
    return (this.#program?.exitCode ?? this.#program?.signalCode ?? null) !== null;
  }

  async #startClient(origin: string): Promise<void> {
    const { command, sdk } = this.#client;
    const [program = '', ...args] = command;
    this.#clientId = randomBytes(32).toString('hex');
    const stream = `${origin}/bridge/events?client_id=${this.#clientId}`;
    this.#program = spawn(program, [...args, sdk ? `${origin}/bridge` : stream], {
      cwd: root,
      stdio: ['ignore', 'pipe', process.env.CLIENTS_STDERR ? 'inherit' : 'ignore'],
    });
    if (!this.#program.stdout) throw new Error(`${program} has no output`);
    const lines: Interface = createInterface({ input: this.#program.stdout });
    if (sdk) [this.#clientId = ''] = (await once(lines, 'line')) as string[];
    lines.on('line', (line) => {
      const number = this.#sent.get(messageOf(line));
      if (number !== undefined) this.#received.push(number);
    });
  }
}

/** The message in the data of an event, or the line itself. */
function messageOf(line: string): string {
  return /"message":"([^"]*)"/.exec(line)?.[1] ?? line;
}

/** A wallet's connect event. SDKs hand each one to the app, with the number as the version of the wallet. */
function connectEvent(number: number): string {
  const device = { ...DEVICE, appVersion: String(number) };
  // A state init without code and data.
  const account = { ...ACCOUNT, walletStateInit: 'te6cckEBAQEAAwAAAQRVWKGy' };
  return JSON.stringify({ id: number, event: 'connect', payload: { items: [account], device } });
}
