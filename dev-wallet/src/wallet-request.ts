import type { Refusal } from './protocol/behaviour.ts';
import { CODE } from './protocol/error-codes.ts';
import type { Manifest } from './protocol/manifest.ts';
import type { Decision } from './wallet/decide.ts';
import type { Asked } from './wallet/requests.ts';
import type { Told } from './wallet/tell.ts';
import type { Wallet } from './wallet/wallet.ts';
import { when } from './when.ts';

/** A message of sendTransaction and signMessage, in the form that apps send. */
export type AskedMessage = {
  /** User-friendly address. */
  address: string;
  /** Nanotons, decimal. */
  amount: string;
  /** BoC, base64. */
  payload?: string;
  stateInit?: string;
  extra_currency?: Record<string, string>;
  extraCurrency?: Record<string, string>;
};

export type AskedTransaction = {
  valid_until?: number;
  validUntil?: number;
  network?: string;
  from?: string;
  messages: AskedMessage[];
};

export type AskedConnection = {
  manifestUrl: string;
  items: ({ name: 'ton_addr'; network?: string } | { name: 'ton_proof'; payload: string })[];
};

export type AskedData = { network?: string; from?: string } & (
  | { type: 'text'; text: string }
  | { type: 'binary'; bytes: string }
  | { type: 'cell'; schema: string; cell: string }
);

/** Parameters of each method, as sent by an app that follows the protocol. */
export type ParamsOf = {
  connect: AskedConnection;
  sendTransaction: AskedTransaction;
  signMessage: AskedTransaction;
  signData: AskedData;
  disconnect: null;
};

/** Default timeout of waits, in milliseconds. */
export const PATIENCE = 10_000;

/** One request of an app, and its answer, yours or the wallet's own. */
export class WalletRequest<Method extends string = string> {
  readonly id: string;
  /**
   * `connect`, `sendTransaction`, `signData`, `signMessage`, `disconnect`, or another name that the
   * app sent.
   */
  readonly method: Method;
  /** Parameters that the app sent, parsed. */
  readonly params: Method extends keyof ParamsOf ? ParamsOf[Method] : unknown;
  /** The app's manifest. Null if it could not be loaded. */
  readonly app: Manifest | null;
  readonly via: 'bridge' | 'extension';
  /** Unix milliseconds. */
  readonly at: number;
  readonly #wallet: Wallet;

  constructor(wallet: Wallet, asked: Asked) {
    this.#wallet = wallet;
    this.id = asked.id;
    this.method = asked.method as Method;
    this.params = asked.params as this['params'];
    this.app = asked.app;
    this.via = asked.via;
    this.at = asked.at;
  }

  /** Pending, answered, or left without an answer. */
  get state(): Asked['state'] {
    return this.#asked().state;
  }

  /** The decrypted answer to the app. Null until there is one. */
  get answer(): unknown {
    return this.#asked().answer;
  }

  /** Approves the request. Settles when the bridge, or the page, has the answer. */
  approve(): Promise<void> {
    return this.#decide(null);
  }

  /** Rejects the request: code 300, “User declined the request”, unless another is given. */
  reject(refusal: Partial<Refusal> = {}): Promise<void> {
    return this.#decide({ code: CODE.declined, ...refusal });
  }

  /** Sends this to the app instead of an answer: any object or text. */
  respond(instead: Told): Promise<void> {
    return this.#decide({ instead });
  }

  /** Resolves with the answer. Rejects after `timeout` milliseconds. */
  async answered({ timeout = PATIENCE }: { timeout?: number } = {}): Promise<unknown> {
    const words = () => `${this.method} has no answer after ${timeout} ms: it is ${this.state}`;
    return when(this.#wallet, () => this.state === 'answered' || undefined, timeout, words).then(
      () => this.answer,
    );
  }

  #asked(): Asked {
    const asked = this.#wallet.requests().find(({ id }) => id === this.id);
    if (!asked) throw new Error(`the wallet has forgotten this ${this.method}`);
    return asked;
  }

  async #decide(decision: Decision): Promise<void> {
    const isPending = () => this.#wallet.view().pending.some(({ id }) => id === this.id);
    const settled = () => (this.state === 'waiting' ? isPending() || undefined : false);
    const words = () => `${this.method} is not there to be answered`;
    const open = await when(this.#wallet, settled, PATIENCE, words);
    if (!open)
      throw new Error(
        `${this.method} is ${this.state} already. To decide yourself, make the wallet ask: behave({ answer: 'ask' }).`,
      );
    await this.#wallet.decide(this.id, decision);
  }
}
