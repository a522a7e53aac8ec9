import { Base64, hexToByteArray, SessionCrypto } from '@tonconnect/protocol';
import type { Source } from './bridge';
import { newState, type WalletState } from './state';
import type { Store } from './store';
import { createWallet } from './wallet';

/** A store in plain memory. */
export function memoryStore(): Store {
  let state: WalletState = newState('77'.repeat(32));
  const listeners = new Set<() => void>();
  return {
    get: () => state,
    async change(apply) {
      state = apply(state);
      for (const listener of [...listeners]) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: () => listeners.clear(),
  };
}

export const MANIFEST = {
  url: 'https://dapp.example.org',
  name: 'Example',
  iconUrl: 'https://dapp.example.org/icon.png',
};

export const NOW = 1_800_000_000_000;

/** Lets everything run that is waiting to. */
const turn = () => new Promise((resolve) => setTimeout(resolve));

type Message = Record<string, unknown>;

/** An app on the other side of a bridge in memory: it speaks to the wallet by sealed messages. */
export class TestApp {
  readonly crypto = new SessionCrypto();
  readonly received: Message[] = [];
  readonly urls: string[] = [];
  /** Set to make the bridge refuse what the wallet posts. */
  refuse: number | null = null;
  #source: Source | null = null;
  #walletId = '';
  #event = 0;
  /** Milliseconds that the wallet has waited, each time. */
  readonly waits: number[] = [];
  readonly store = memoryStore();
  readonly manifests = new Map<string, () => Response>([
    ['https://dapp.example.org/m.json', () => Response.json(MANIFEST)],
  ]);

  readonly wallet = createWallet({
    store: this.store,
    homeBridge: 'https://bridge.example.org/bridge',
    now: () => NOW,
    wait: async (delay) => void this.waits.push(delay),
    listUrl: 'https://wallet.example.org/wallets-v2.json',
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
    await this.wallet.decide(this.wallet.view().pending[0]?.id ?? '', true);
  }

  async decline(): Promise<void> {
    await this.wallet.decide(this.wallet.view().pending[0]?.id ?? '', false);
  }

  last(): Message {
    return this.received.at(-1) ?? {};
  }

  /** Gives the wallet a message; settles when the wallet has taken it. */
  async say(message: unknown): Promise<void> {
    // The stream opens once the wallet holds the lock of its bridge.
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
    // The answer, if any, is posted after the cursor has moved.
    for (let count = 0; count < 5; count++) await turn();
  }

  async #serve(url: string, init?: RequestInit): Promise<Response> {
    if (!url.includes('/message?'))
      return this.manifests.get(url)?.() ?? new Response('', { status: 404 });
    if (this.refuse !== null) return new Response('no', { status: this.refuse });
    const query = new URL(url).searchParams;
    this.#walletId = query.get('client_id') ?? '';
    const body = Base64.decode(String(init?.body)).toUint8Array();
    this.received.push(JSON.parse(this.crypto.decrypt(body, hexToByteArray(this.#walletId))));
    this.urls.push(url);
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
