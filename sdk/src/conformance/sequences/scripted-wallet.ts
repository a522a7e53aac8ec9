import { decodeBase64, encodeBase64 } from '../../protocol/base64.js';
import { parseHex } from '../../protocol/hex.js';
import { SessionCrypto } from '../../session/session-crypto.js';
import type { ScriptedBridge } from './scripted-bridge.js';

/** A request that a wallet has received. */
export type WalletRequest = {
  readonly clientId: string;
  readonly bridge: ScriptedBridge;
  readonly id: string;
  readonly method: string;
};

export const device = (appName: string) => ({
  platform: 'android' as const,
  appName,
  appVersion: '1.0.0',
  maxProtocolVersion: 2,
  features: [
    'SendTransaction' as const,
    { name: 'SendTransaction' as const, maxMessages: 4 },
    { name: 'SignData' as const, types: ['text' as const, 'binary' as const, 'cell' as const] },
  ],
});

/** The approval of a wallet whose account has 32 equal bytes, `byte` in hex. */
export const approval = (appName: string, byte: string) => ({
  event: 'connect' as const,
  payload: {
    items: [
      {
        name: 'ton_addr' as const,
        address: `0:${byte.repeat(32)}`,
        network: '-239' as const,
        walletStateInit: '',
        publicKey: byte.repeat(32),
      },
    ],
    device: device(appName),
  },
});

/** The answer to a request. `id` is the ID of the request, so that mixed-up answers are noticed. */
export function answerTo(method: string, id: string, approves: boolean): object {
  if (!approves) return { id, error: { code: 300, message: `rejected ${id}` } };
  if (method !== 'signData') return { id, result: `signed ${id}` };
  const payload = { type: 'text', text: id };
  return {
    id,
    result: { signature: `signed ${id}`, address: '', timestamp: 0, domain: '', payload },
  };
}

/** A wallet that talks to apps over bridges. */
export class ScriptedWallet {
  readonly crypto = new SessionCrypto();
  /** Requests in the order of their arrival, without repetitions. */
  requests: WalletRequest[] = [];
  /** Client IDs of apps that have disconnected. */
  readonly farewells = new Set<string>();
  readonly #appName: string;
  readonly #byte: string;
  #event = 0;

  /** All bytes of the account are `byte`, two hex digits. */
  constructor(appName: string, byte: string) {
    this.#appName = appName;
    this.#byte = byte;
  }

  /** Forgets everything but the keys. */
  reset(): void {
    this.requests = [];
    this.farewells.clear();
    this.#event = 0;
  }

  /** The ID of the next event. Event IDs rise. */
  nextEventId(): number {
    this.#event += 1;
    return this.#event;
  }

  connect(bridge: ScriptedBridge, clientId: string): void {
    this.send(bridge, clientId, { ...approval(this.#appName, this.#byte), id: this.nextEventId() });
  }

  refuse(bridge: ScriptedBridge, clientId: string): void {
    const payload = { code: 300, message: 'rejected' };
    this.send(bridge, clientId, { event: 'connect_error', id: this.nextEventId(), payload });
  }

  leave(bridge: ScriptedBridge, clientId: string): void {
    this.send(bridge, clientId, { event: 'disconnect', id: this.nextEventId(), payload: {} });
  }

  answer({ bridge, clientId, method, id }: WalletRequest, approves: boolean): void {
    this.send(bridge, clientId, answerTo(method, id, approves));
  }

  /** Sends an encrypted message. */
  send(bridge: ScriptedBridge, clientId: string, message: object): void {
    const sealed = this.crypto.encrypt(JSON.stringify(message), parseHex(clientId));
    const from = this.crypto.sessionId;
    const data = JSON.stringify({ from, message: encodeBase64(sealed) });
    bridge.put({ from, to: clientId, data, meaning: message });
  }

  /** Receives what an app has posted. */
  receive(bridge: ScriptedBridge, clientId: string, body: string): void {
    const text = this.crypto.decrypt(decodeBase64(body), parseHex(clientId));
    const { id, method } = JSON.parse(text) as { id: string; method: string };
    if (method === 'disconnect') this.farewells.add(clientId);
    const isKnown = this.requests.some((each) => each.clientId === clientId && each.id === id);
    if (!isKnown) this.requests.push({ clientId, bridge, id, method });
  }
}
