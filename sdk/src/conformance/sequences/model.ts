import type { BridgeEvent, ScriptedBridge, ScriptedStream } from './scripted-bridge.js';

/** A session over a bridge, from its approval on. */
export type Session = {
  clientId: string;
  /** Key of the wallet, which is its client ID. */
  walletKey: string;
  address: string;
  bridge: ScriptedBridge;
  lastEventId: number;
  /** ID of the next request. */
  nextRequestId: number;
};

/** The visible behaviour of the connector. */
export type Link =
  | { state: 'idle' }
  | { state: 'asked'; clientId: string }
  | { state: 'asked-extension' }
  | { state: 'connected'; session: Session }
  | { state: 'connected-extension' };

/** How a request has to end. `open`: not yet. `any`: its session is over. */
export type Outcome = 'open' | 'answer' | 'error' | 'abort' | 'any';

export type ModelRequest = {
  readonly id: string;
  readonly method: 'sendTransaction' | 'signData';
  /** Client ID of its session. Null in an extension. */
  readonly clientId: string | null;
  outcome: Outcome;
};

const EXTENSION_ADDRESS = `0:${'ee'.repeat(32)}`;

/** Follows all calls and deliveries, and computes how the connector must behave. */
export class Model {
  link: Link = { state: 'idle' };
  /** Requests of this page. */
  requests: ModelRequest[] = [];
  /** Reported connect errors. */
  errors = 0;
  readonly sessions = new Map<string, Session>();
  /** Client IDs of sessions that the app has ended. */
  readonly ended = new Set<string>();
  /** ID of the next request in the extension. */
  nextExtensionId = 0;

  /** Address of the connected wallet. Null without one. */
  get address(): string | null {
    if (this.link.state === 'connected') return this.link.session.address;
    return this.link.state === 'connected-extension' ? EXTENSION_ADDRESS : null;
  }

  get isConnected(): boolean {
    return this.address !== null;
  }

  /** Client ID of the only session that streams may be open for. */
  get streamsFor(): string | null {
    if (this.link.state === 'asked') return this.link.clientId;
    return this.link.state === 'connected' ? this.link.session.clientId : null;
  }

  ask(clientId: string): void {
    this.#change({ state: 'asked', clientId });
  }

  askExtension(): void {
    this.#change({ state: 'asked-extension' });
  }

  end(): void {
    this.#change({ state: 'idle' });
  }

  restore(session: Session): void {
    this.#change({ state: 'connected', session });
  }

  connectExtension(): void {
    this.nextExtensionId = 0;
    this.#change({ state: 'connected-extension' });
  }

  /** Restores a connected extension: its request IDs continue. */
  restoreExtension(): void {
    this.#change({ state: 'connected-extension' });
  }

  /** Ends the page. */
  unload(): void {
    this.link = { state: 'idle' };
    this.requests = [];
    this.errors = 0;
  }

  /** A request is sent. Null without a wallet. */
  send(method: ModelRequest['method']): ModelRequest | null {
    const { link } = this;
    let request: ModelRequest;
    if (link.state === 'connected') {
      const { clientId, nextRequestId } = link.session;
      link.session.nextRequestId += 1;
      request = { id: String(nextRequestId), method, clientId, outcome: 'open' };
    } else if (link.state === 'connected-extension') {
      request = { id: String(this.nextExtensionId), method, clientId: null, outcome: 'open' };
      this.nextExtensionId += 1;
    } else return null;
    this.requests.push(request);
    return request;
  }

  /** An answer of the wallet arrives. */
  answer(clientId: string | null, id: string, message: object): void {
    const request = this.requests.find(
      (each) => each.clientId === clientId && each.id === id && each.outcome === 'open',
    );
    if (request) request.outcome = 'error' in message ? 'error' : 'answer';
  }

  /** An event of a bridge is dispatched to the page. */
  deliver(stream: ScriptedStream, event: BridgeEvent): void {
    const { link } = this;
    const { meaning, from } = event;
    if (!meaning || stream.clientId !== this.streamsFor) return;
    const { event: name, id = 0 } = meaning as { event?: string; id?: number };
    if (link.state === 'asked') {
      if (name === 'connect') this.#approve(link.clientId, stream.bridge, from, meaning);
      else if (name === 'connect_error') this.errors += 1;
      return;
    }
    if (link.state !== 'connected' || from !== link.session.walletKey) return;
    if ('result' in meaning || 'error' in meaning) {
      this.answer(stream.clientId, String(id), meaning);
    }
    if (name === undefined) return;
    if (id > link.session.lastEventId && name !== 'unknown') {
      link.session.lastEventId = id;
      if (name === 'disconnect') this.end();
      if (name === 'connect_error') this.errors += 1;
    }
  }

  #approve(clientId: string, bridge: ScriptedBridge, walletKey: string, approval: object): void {
    const { id, payload } = approval as { id: number; payload: { items: [{ address: string }] } };
    const session: Session = {
      clientId,
      walletKey,
      address: payload.items[0].address,
      bridge,
      lastEventId: id,
      nextRequestId: 0,
    };
    this.sessions.set(clientId, session);
    this.#change({ state: 'connected', session });
  }

  #change(next: Link): void {
    this.link = next;
    const clientId = next.state === 'connected' ? next.session.clientId : null;
    const isExtension = next.state === 'connected-extension';
    for (const request of this.requests) {
      const goesOn = request.clientId === null ? isExtension : request.clientId === clientId;
      if (!goesOn && request.outcome === 'open') request.outcome = 'any';
    }
  }
}
