import type { Engine } from './engine.js';
import { failure, handled } from './failure.js';
import { UNKNOWN } from './state.js';
import type { SessionMembers, SessionOptions, SessionState, WalletSource } from './types.js';

/** A call of `start` before the engine is loaded. */
type Start = { readonly ui: WalletSource | undefined; stop(): void };

/**
 * The session of a user at a Prichal server. Its tokens are only in memory. The constructor has no effects:
 * the session begins with `start`, which loads the engine.
 */
export class Session implements SessionMembers {
  declare readonly getState: SessionMembers['getState'];
  declare readonly subscribe: SessionMembers['subscribe'];
  declare readonly start: SessionMembers['start'];
  declare readonly signIn: SessionMembers['signIn'];
  declare readonly link: SessionMembers['link'];
  declare readonly signOut: SessionMembers['signOut'];
  declare readonly fetch: SessionMembers['fetch'];

  constructor(options: SessionOptions = {}) {
    const listeners = new Set<() => void>();
    const starts = new Set<Start>();
    let state = UNKNOWN;
    let engine: Engine | undefined;
    let loading: Promise<Engine> | undefined;

    const show = (next: SessionState): void => {
      state = next;
      for (const listener of [...listeners]) listener();
    };
    const load = (): Promise<Engine> => {
      loading ??= import('./engine.js').then(
        ({ createEngine }) => {
          engine = createEngine(options, show);
          for (const start of starts) start.stop = engine.start(start.ui);
          return engine;
        },
        (cause) => {
          loading = undefined;
          const error = failure('network', 'The code of sign-in could not be loaded', cause);
          show({ ...UNKNOWN, status: 'signed-out', error });
          // Otherwise the wallet dialog waits for parameters that never arrive.
          for (const { stop } of starts) stop();
          window.addEventListener('online', load, { once: true });
          throw error;
        },
      );
      return handled(loading);
    };
    const withEngine = <T>(call: (engine: Engine) => Promise<T>): Promise<T> =>
      engine ? call(engine) : handled(load().then(call));

    this.getState = () => state;
    this.subscribe = (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    };
    this.start = (ui) => {
      if (engine) return engine.start(ui);
      // A wallet that connects before the session is known waits for it.
      ui?.setConnectRequestParameters({ state: 'loading' });
      const start = { ui, stop: () => ui?.setConnectRequestParameters(null) };
      starts.add(start);
      void load();
      return () => {
        starts.delete(start);
        start.stop();
      };
    };
    this.signIn = (how) => withEngine(({ signIn }) => signIn(how));
    this.link = (how) => withEngine(({ link }) => link(how));
    this.signOut = (how) => withEngine(({ signOut }) => signOut(how));
    this.fetch = (...request) => withEngine(({ fetch }) => fetch(...request));
  }
}
