import { Base64, hexToByteArray, SessionCrypto } from '@tonconnect/protocol';
import type { Source } from '../bridge/bridge.ts';
import { newState } from './state.ts';
import { memoryStore } from './store.ts';
import { createWallet } from './wallet.ts';

export const IDENTITY = {
  appName: 'prichal-dev',
  name: 'Dev Wallet',
  image: 'https://wallet.example.org/dev-wallet.svg',
  aboutUrl: 'https://wallet.example.org/',
  universalUrl: 'https://wallet.example.org/connect',
  jsBridgeKey: 'prichalDev',
};

export const MANIFEST = {
  url: 'https://dapp.example.org',
  name: 'Example',
  iconUrl: 'https://dapp.example.org/icon.png',
};

export const NOW = 1_800_000_000_000;

/** Lets all pending tasks run. */
const turn = () => new Promise((resolve) => setTimeout(resolve));

type Message = Record<string, unknown>;

function messageOf(text: string | null): Message {
  try {
    return JSON.parse(text ?? '') as Message;
  } catch {
    return {};
  }
}

/** An app on the other side of a bridge in memory. It sends and receives encrypted messages. */
export class TestApp {
  readonly crypto = new SessionCrypto();
  readonly received: Message[] = [];
  /** Received messages as text. Null if a message could not be decrypted. */
  readonly texts: (string | null)[] = [];
  readonly urls: string[] = [];
  /** If set, the bridge answers the wallet's posts with this status. */
  refuse: number | null = null;
  #source: Source | null = null;
  #walletId = '';
  #event = 0;
  /** The wallet's waits, in milliseconds. */
  readonly waits: number[] = [];
  /** The wallets list. */
  list: unknown = null;
  readonly store = memoryStore(newState('77'.repeat(32)));
  readonly manifests = new Map<string, () => Response>([
    ['https://dapp.example.org/m.json', () => Response.json(MANIFEST)],
  ]);

  readonly wallet = createWallet({
    identity: IDENTITY,
    store: this.store,
    homeBridge: 'https://bridge.example.org/bridge',
    now: () => NOW,
    wait: async (delay) => void this.waits.push(delay),
    list: async () => this.list,
    fetch: (input, init) => this.#serve(String(input), init),
    openSource: (url) => this.#open(url),
  });

  link(request: unknown, door = 'tc://'): string {
    const query = new URLSearchParams({
      v: '2',
      id: this.crypto.sessionId,
      r: typeof request === 'string' ? request : JSON.stringify(request),
    });
    return `${door}?${query}`;
  }

  /** Connects, with an approval. */
  async connect(items: object[] = [{ name: 'ton_addr' }]): Promise<Message> {
    const manifestUrl = 'https://dapp.example.org/m.json';
    await this.wallet.openLink(this.link({ manifestUrl, items }));
    await this.approve();
    return this.last();
  }

  async approve(): Promise<void> {
    await this.wallet.decide(this.wallet.view().pending[0]?.id ?? '', null);
  }

  async decline(): Promise<void> {
    await this.wallet.decide(this.wallet.view().pending[0]?.id ?? '', { code: 300 });
  }

  last(): Message {
    return this.received.at(-1) ?? {};
  }

  /** Sends the wallet a message. Settles when the wallet has handled it. */
  async say(message: unknown): Promise<void> {
    // The stream opens when the wallet holds the lock of its bridge.
    while (this.#source === null) await turn();
    this.#event += 1;
    const sealed = this.crypto.encrypt(JSON.stringify(message), hexToByteArray(this.#walletId));
    this.deliver(Base64.encode(sealed), String(this.#event));
    await this.#taken(String(this.#event));
  }

  deliver(body: string, eventId: string): void {
    this.#source?.onmessage?.({
      data: JSON.stringify({ from: this.crypto.sessionId, message: body }),
      lastEventId: eventId,
    });
  }

  async #taken(eventId: string): Promise<void> {
    const bridge = 'https://bridge.example.org/bridge';
    while (this.store.get().cursors[bridge] !== eventId) await turn();
    // The wallet posts its answer, if any, after moving the cursor.
    for (let count = 0; count < 5; count++) await turn();
  }

  #opened(body: Uint8Array): string | null {
    try {
      return this.crypto.decrypt(body, hexToByteArray(this.#walletId));
    } catch {
      return null;
    }
  }

  async #serve(url: string, init?: RequestInit): Promise<Response> {
    if (!url.includes('/message?'))
      return this.manifests.get(url)?.() ?? new Response('', { status: 404 });
    if (this.refuse !== null) return new Response('no', { status: this.refuse });
    const query = new URL(url).searchParams;
    this.#walletId = query.get('client_id') ?? '';
    const body = Base64.decode(String(init?.body)).toUint8Array();
    this.urls.push(url);
    const text = this.#opened(body);
    this.texts.push(text);
    this.received.push(messageOf(text));
    return Response.json({ message: 'OK', statusCode: 200 });
  }

  #open(url: string): Source {
    this.urls.push(url);
    const source: Source = {
      onopen: null,
      onmessage: null,
      onerror: null,
      close: () => undefined,
    };
    this.#source = source;
    return source;
  }
}
