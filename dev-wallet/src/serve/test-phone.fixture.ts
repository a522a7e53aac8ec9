import { Base64, hexToByteArray, SessionCrypto } from '@tonconnect/protocol';
import { EventSource } from 'eventsource';

/** Minimal app for tests: makes a link, sends requests, and receives the wallet's messages. */
export class TestPhone {
  readonly #crypto = new SessionCrypto();
  readonly #bridge: string;
  readonly #source: EventSource;
  readonly #received: unknown[] = [];
  #wallet = '';
  #id = 0;
  #wake: () => void = () => {};

  constructor(bridge: string) {
    this.#bridge = bridge;
    this.#source = new EventSource(`${bridge}/events?client_id=${this.#crypto.sessionId}`);
    this.#source.onmessage = ({ data }) => {
      const { from, message } = JSON.parse(data) as { from: string; message: string };
      this.#wallet = from;
      const sealed = Base64.decode(message).toUint8Array();
      this.#received.push(JSON.parse(this.#crypto.decrypt(sealed, hexToByteArray(from))));
      this.#wake();
    };
  }

  link(): string {
    const r = JSON.stringify({
      manifestUrl: 'https://app.example/m.json',
      items: [{ name: 'ton_addr' }],
    });
    return `tc://?${new URLSearchParams({ v: '2', id: this.#crypto.sessionId, r })}`;
  }

  /** Resolves with the wallet's next message. */
  async next(): Promise<unknown> {
    while (this.#received.length === 0)
      await new Promise<void>((wake) => {
        this.#wake = wake;
      });
    return this.#received.shift();
  }

  async ask(method: string, param: object): Promise<void> {
    this.#id += 1;
    const call = { method, params: [JSON.stringify(param)], id: String(this.#id) };
    const query = new URLSearchParams({
      client_id: this.#crypto.sessionId,
      to: this.#wallet,
      ttl: '300',
    });
    const sealed = this.#crypto.encrypt(JSON.stringify(call), hexToByteArray(this.#wallet));
    const body = Base64.encode(sealed);
    await fetch(`${this.#bridge}/message?${query}`, { method: 'POST', body });
  }

  close(): void {
    this.#source.close();
  }
}
