import {
  type AppRequest,
  Base64,
  type ConnectEventSuccess,
  hexToByteArray,
  type RpcMethod,
  SessionCrypto,
} from '@tonconnect/protocol';

/** Its name in wallets lists. */
export const WALLET = 'wallet';

const TTL = '300';
/** Pause between attempts, in milliseconds. */
const RETRY = 50;

export const DEVICE: ConnectEventSuccess['payload']['device'] = {
  platform: 'android',
  appName: WALLET,
  appVersion: '1.0.0',
  maxProtocolVersion: 2,
  features: ['SendTransaction', { name: 'SendTransaction', maxMessages: 4 }],
};

/** 0:83df…: the wallet's account for every app. */
export const ACCOUNT = {
  name: 'ton_addr',
  address: '0:83dfd552e63729b472fcbcc8c45ebcc6691702558b68ec7527e1ba403a0f31a8',
  network: '-239',
  walletStateInit: '',
  publicKey: '11'.repeat(32),
} as const;

export type Request = AppRequest<RpcMethod>;

/**
 * A typical wallet: the protocol's own session, and a stream with `heartbeat=message` and
 * `enable_queue_done_event` that is closed on any error and reopened from the last event. Keeps
 * duplicates.
 */
export class Wallet {
  readonly crypto = new SessionCrypto();
  readonly requests: Request[] = [];
  readonly eventIds: number[] = [];
  /** Number of times that a stream has reported that the backlog is delivered. */
  caughtUp = 0;
  readonly #bridge: string;
  readonly #app: string;
  #source: EventSource | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #event = 0;

  /** Opens the link of an app and approves the connection. */
  static async open(link: string, bridge: string): Promise<Wallet> {
    const app = new URL(link).searchParams.get('id') ?? '';
    const wallet = new Wallet(bridge, app);
    wallet.listen();
    await wallet.say({ event: 'connect', payload: { items: [ACCOUNT], device: DEVICE } });
    return wallet;
  }

  private constructor(bridge: string, app: string) {
    this.#bridge = bridge;
    this.#app = app;
  }

  listen(): void {
    const last = this.eventIds.at(-1);
    const query = new URLSearchParams({
      client_id: this.crypto.sessionId,
      heartbeat: 'message',
      enable_queue_done_event: 'true',
      ...(last === undefined ? {} : { last_event_id: String(last) }),
    });
    const source = new EventSource(`${this.#bridge}/events?${query}`);
    this.#source = source;
    source.onmessage = ({ data, lastEventId }: MessageEvent<string>) => {
      if (data === 'queue_done') this.caughtUp += 1;
      if (data === 'heartbeat' || data === 'queue_done') return;
      this.eventIds.push(Number(lastEventId));
      const { from, message } = JSON.parse(data) as { from: string; message: string };
      const sealed = Base64.decode(message).toUint8Array();
      this.requests.push(JSON.parse(this.crypto.decrypt(sealed, hexToByteArray(from))) as Request);
    };
    source.onerror = () => {
      this.sleep();
      this.#timer = setTimeout(() => this.listen(), RETRY);
    };
  }

  /** Closes the wallet's stream, so that it receives nothing. */
  sleep(): void {
    clearTimeout(this.#timer);
    this.#source?.close();
    this.#source = null;
  }

  /** Sends an event of the wallet with the next id. */
  async say(event: object): Promise<void> {
    this.#event += 1;
    await this.#post({ id: this.#event, ...event });
  }

  async answer(request: Request, result: string): Promise<void> {
    await this.#post({ id: request.id, result });
  }

  /** Retries until the bridge acknowledges the message, as senders do. */
  async #post(message: object): Promise<void> {
    const query = new URLSearchParams({
      client_id: this.crypto.sessionId,
      to: this.#app,
      ttl: TTL,
    });
    const sealed = this.crypto.encrypt(JSON.stringify(message), hexToByteArray(this.#app));
    const body = Base64.encode(sealed);
    const send = () => fetch(`${this.#bridge}/message?${query}`, { method: 'POST', body });
    while (
      !(await send().then(
        ({ ok }) => ok,
        () => false,
      ))
    ) {
      await new Promise((again) => setTimeout(again, RETRY));
    }
  }
}
