import { CHAIN } from '../../protocol/enums.js';
import type { ModelRequest } from './model.js';
import type { Connector } from './world.js';

const RECEIVER = 'UQAREREREREREREREREREREREREREREREREREREREREREbvW';

/** A promise of the connector, and its outcome. */
export class Call {
  state: 'open' | 'resolved' | 'rejected' = 'open';
  value: unknown;

  constructor(promise: Promise<unknown>) {
    promise.then(
      (value) => this.#settle('resolved', value),
      (error: unknown) => this.#settle('rejected', error),
    );
  }

  #settle(state: 'resolved' | 'rejected', value: unknown): void {
    this.state = state;
    this.value = value;
  }
}

/** A request of the app. `model` is null if it was sent without a wallet. */
export class RequestCall {
  readonly abort = new AbortController();
  readonly call: Call;
  readonly model: ModelRequest | null;
  /** How often the app was notified that the request is on its way. */
  sent = 0;

  constructor(connector: Connector, model: ModelRequest | null, does: 'send' | 'sign') {
    this.model = model;
    const onRequestSent = (): void => {
      this.sent += 1;
    };
    const options = { signal: this.abort.signal, onRequestSent };
    this.call = new Call(
      does === 'sign'
        ? connector.signData({ type: 'text', text: 'hello' }, options)
        : connector.sendTransaction(
            {
              validUntil: Math.floor(Date.now() / 1000) + 60,
              network: CHAIN.MAINNET,
              messages: [{ address: RECEIVER, amount: '1' }],
            },
            options,
          ),
    );
  }

  /** The problem with the state of the request. Null if none. */
  get problem(): string | null {
    const { model, call, sent } = this;
    const is = `${call.state} (${String(call.value)})`;
    if (!model) {
      const isRight = call.state === 'rejected' && nameOf(call.value) === 'WalletNotConnectedError';
      return isRight ? null : `a request without a wallet is ${is}`;
    }
    const what = `request ${model.id} of ${model.clientId?.slice(0, 6) ?? 'the extension'}`;
    if (sent > 1) return `${what} reported ${sent} times that it was sent`;
    if (model.outcome === 'any') return null;
    const expected = { open: 'open', answer: 'resolved', error: 'rejected', abort: 'rejected' };
    if (call.state !== expected[model.outcome]) {
      return `${what} is ${is}, expected the outcome "${model.outcome}"`;
    }
    if (model.outcome === 'answer') {
      const { boc, signature } = call.value as { boc?: string; signature?: string };
      if ((boc ?? signature) !== `signed ${model.id}` || sent !== 1) {
        return `${what} has the answer ${JSON.stringify(call.value)}, and was sent ${sent} times`;
      }
    }
    const isRejection = String(call.value).includes(`rejected ${model.id}`);
    return model.outcome === 'error' && !isRejection ? `${what} is ${is}` : null;
  }
}

const nameOf = (value: unknown): string => (value as object).constructor.name;
