import type { Refusal } from './protocol/behaviour.ts';
import { CODE } from './protocol/error-codes.ts';
import type { Manifest } from './protocol/manifest.ts';
import type { Decision } from './wallet/decide.ts';
import type { Asked } from './wallet/requests.ts';
import type { Told } from './wallet/tell.ts';
import type { Wallet } from './wallet/wallet.ts';
import { when } from './when.ts';

/** A message of sendTransaction and signMessage as apps write it. */
export type AskedMessage = {
  /** User-friendly. */
  address: string;
  /** Nanograms, decimal. */
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

/** What apps ask with each method, as an app that keeps to the protocol does. */
export type ParamsOf = {
  connect: AskedConnection;
  sendTransaction: AskedTransaction;
  signMessage: AskedTransaction;
  signData: AskedData;
  disconnect: null;
};

/** Milliseconds that something a test waits for has to come. */
export const PATIENCE = 10_000;

/** One request of an app: what it asks, and the answer, yours or the wallet's own. */
export class WalletRequest<Method extends string = string> {
  readonly id: string;
  /** `connect`, `sendTransaction`, `signData`, `signMessage`, `disconnect`, or what an app made up. */
  readonly method: Method;
  /** As the app sent it, parsed. */
  readonly params: Method extends keyof ParamsOf ? ParamsOf[Method] : unknown;
  /** Who asks, by its manifest; null where that could not be read. */
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

  /** Waiting for an answer, answered, or left without one. */
  get state(): Asked['state'] {
    return this.#asked().state;
  }

  /** What the app was told, in the clear; null as long as it was told nothing. */
  get answer(): unknown {
    return this.#asked().answer;
  }

  /** Says yes. Settles when the bridge, or the page, has the answer. */
  approve(): Promise<void> {
    return this.#decide(null);
  }

  /** Says no: code 300, “User declined the request”, unless another is given. */
  reject(refusal: Partial<Refusal> = {}): Promise<void> {
    return this.#decide({ code: CODE.declined, ...refusal });
  }

  /** Tells the app this instead of an answer: any object or text. */
  respond(instead: Told): Promise<void> {
    return this.#decide({ instead });
  }

  /** The answer, once there is one. Rejects after `timeout` milliseconds. */
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
