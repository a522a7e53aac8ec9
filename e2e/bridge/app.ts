import {
  type IStorage,
  type ITonConnect,
  TonConnect as OfficialTonConnect,
  type SendTransactionResponse,
} from '@tonconnect/sdk';
import { TonConnect } from '../../sdk/src/index.ts';
import { WALLET } from './wallet.ts';

const NOBODY = 'UQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAJKZ';

const CONNECTORS = { official: OfficialTonConnect, own: TonConnect };

/** The published official SDK, or `sdk/` of this repository. */
export type ConnectorName = keyof typeof CONNECTORS;

/** A request to the wallet. */
export interface Asked {
  /** Resolves when the bridge has acknowledged the request. */
  readonly sent: Promise<void>;
  readonly answer: Promise<SendTransactionResponse>;
}

/** The tab of an app: the parts of a document that the SDK uses. */
class Tab extends EventTarget {
  hidden = false;
}

/**
 * Returns a wallets list with only the test's wallet. The SDK looks its wallet up after each
 * connection, so this avoids the network.
 */
function walletsList(bridge: string): string {
  const wallet = {
    app_name: WALLET,
    name: 'Wallet',
    image: 'https://wallet.example.org/icon.png',
    about_url: 'https://wallet.example.org',
    universal_url: 'https://wallet.example.org/',
    bridge: [{ type: 'sse', url: bridge }],
    platforms: ['android'],
    features: [{ name: 'SendTransaction', maxMessages: 4 }],
  };
  return `data:application/json,${encodeURIComponent(JSON.stringify([wallet]))}`;
}

function memory(): IStorage {
  const items = new Map<string, string>();
  return {
    getItem: async (key) => items.get(key) ?? null,
    setItem: async (key, value) => void items.set(key, value),
    removeItem: async (key) => void items.delete(key),
  };
}

/** An app with a connector, in a tab that can go to the background. */
export class App {
  readonly connector: ITonConnect;
  readonly #tab = new Tab();
  readonly #bridge: string;

  constructor(bridge: string, connector: ConnectorName = 'official') {
    this.#bridge = bridge;
    const options = {
      manifestUrl: 'https://app.example.org/tonconnect-manifest.json',
      storage: memory(),
      walletsListSource: walletsList(bridge),
      analytics: { mode: 'off' as const },
    };
    // The error classes of the two packages have private members, so their types are incompatible.
    this.connector = this.#inTab(() => new CONNECTORS[connector](options) as ITonConnect);
  }

  /** Returns the link for a wallet. */
  connect(): string {
    return this.connector.connect({
      universalLink: 'https://wallet.example.org/',
      bridgeUrl: this.#bridge,
    });
  }

  /** Sends the wallet a transaction, identified by its `amount`. */
  ask(amount: string): Asked {
    const validUntil = Math.floor(Date.now() / 1000) + 300;
    const transaction = { validUntil, messages: [{ address: NOBODY, amount }] };
    let onRequestSent = () => {};
    const sent = new Promise<void>((done) => {
      onRequestSent = done;
    });
    return { sent, answer: this.connector.sendTransaction(transaction, { onRequestSent }) };
  }

  /** Hides the tab, which pauses the stream. */
  hide(): void {
    this.#show(false);
  }

  /**
   * Opens a failed stream. The official SDK waits for its tab to be shown; ours reopens by itself.
   */
  reopen(): void {
    if (this.connector instanceof TonConnect) return;
    this.hide();
    this.show();
  }

  /** Ends the streams permanently. */
  close(): void {
    if (this.connector instanceof TonConnect) this.connector.close();
    else this.hide();
  }

  show(): void {
    this.#show(true);
  }

  #show(visible: boolean): void {
    this.#tab.hidden = !visible;
    this.#inTab(() => this.#tab.dispatchEvent(new Event('visibilitychange')));
  }

  /** Runs `run` with the globals of a page. */
  #inTab<T>(run: () => T): T {
    Object.assign(globalThis, { document: this.#tab, window: this.#tab });
    try {
      return run();
    } finally {
      Reflect.deleteProperty(globalThis, 'document');
      Reflect.deleteProperty(globalThis, 'window');
    }
  }
}
