import type { Wallet } from '@prichal/sdk';
import { type SessionUser, type SignedIn, SignInError } from '@prichal/telegram/session';
import { type Access, createAccess } from './access.js';
import { listen } from './listen.js';
import type { OtherTabs } from './other-tabs.js';
import { authorization, createServer } from './server.js';
import { createStore } from './store.js';
import type {
  LinkOptions,
  SessionMembers,
  SessionOptions,
  SessionState,
  WalletSource,
} from './types.js';
import type { WalletPart, Wallets } from './wallet-proof.js';

/** What a server shows, and a page until it is known who is there. */
export const UNKNOWN: SessionState = { status: 'unknown', user: null, session: null, error: null };

const failure = (code: string, detail: string, cause?: unknown): SignInError =>
  new SignInError({ code, detail, cause });

/** A proof that is older, s, may not be enough for a change by the time the server sees it. */
const FRESH_S = 270;

const isError = (error: unknown, code: string): error is SignInError =>
  error instanceof SignInError && error.code === code;

/** What is not caught by who has asked is in the state, too: nobody has to catch it. */
function handled<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined);
  return promise;
}

/** Takes over what an exchange brings. */
type Exchange = (isLive: () => boolean) => Promise<SignedIn | null>;

const fetching = () => import('./own-fetch.js');

/** A widget whose wallets sign in. */
type Widget = { users: number; current: Wallets | null; load(): Promise<Wallets>; stop(): void };

/** A session of one page, as a `Session` is made of. It begins with `start`. */
export function createSession(options: SessionOptions): SessionMembers {
  const { cookie, telegram, linkOnConnect } = options;
  const server = createServer(options);
  const state = createStore(UNKNOWN);
  const widgets = new Map<WalletSource, Widget>();
  let access: Access | null = null;
  /** Of a session that the server could not be told the end of. */
  let leaving: Access | null = null;
  /** What was begun before the latest sign-out comes to nothing. */
  let epoch = 0;
  let giveUp: (() => void) | undefined;
  let restoring: Promise<unknown> | null = null;
  let running: Promise<SessionUser> | null = null;
  let users = 0;
  let tabs: OtherTabs | undefined;
  let unlisten: (() => void) | undefined;

  /** Whether wallets are to prove their owner when the button connects them. */
  const want = ({ current }: Widget): void => {
    const { status } = state.get();
    if (status === 'unknown') return;
    current?.want(status === 'signed-out' || (status === 'signed-in' && !!linkOnConnect));
  };
  const set = (patch: Partial<SessionState>): void => {
    state.set(patch);
    widgets.forEach(want);
  };
  const over = (error: SignInError | null): void => {
    access = null;
    set({ status: 'signed-out', user: null, session: null, error });
  };
  const revoke = (late: SignedIn): Promise<unknown> => handled(server.call('/logout', {}, late));

  /** @throws SignInError for what is no session */
  const adopt = (answer: SignedIn): SessionUser => {
    const { user, session } = Object(answer) as SignedIn;
    if (!user || !session) {
      throw failure('unexpected', 'The answer has no user and session');
    }
    const mine: Access = createAccess(
      // A link may answer what is new alone.
      { ...access?.current, ...answer },
      (refresh_token) => server.call('/refresh', { refresh_token }),
      ({ user, session }) => {
        if (access === mine) set({ user, session });
      },
      (error) => {
        if (access === mine) over(error);
      },
    );
    access = mine;
    void handled(fetching());
    set({ status: 'signed-in', user, session, error: null });
    return user;
  };

  const byTelegram = async (
    merge?: boolean,
    of: Access | null = access,
  ): Promise<SignedIn | null> => {
    const token = await of?.fresh();
    const answer = await telegram?.({
      server: server.base,
      send: (url, init) => server.send(url, init, token),
      authorization: token && authorization(token),
      link: !!token,
      merge,
    });
    return answer ?? null;
  };

  /** By what there is, or by `way` alone. */
  const by =
    (way: LinkOptions['by'], merge?: boolean): Exchange =>
    async (isLive) => {
      const answer = way === 'wallet' ? null : await byTelegram(merge);
      const [widget] = widgets.values();
      if (answer || way === 'telegram' || !widget) return answer;
      return (await widget.load()).signIn(isLive, merge);
    };

  /**
   * Changes the account. Where the server asks for a fresh proof of who is there (step-up) it gets one from `prove`,
   * and is asked again. `prove` resolves to a falsy value where it has none that is fresher.
   */
  const steppedUp = async <T>(
    change: () => Promise<T>,
    prove: () => Promise<unknown>,
  ): Promise<T> => {
    try {
      return await change();
    } catch (error) {
      if (!isError(error, 'step_up_required') || !(await prove())) throw error;
    }
    return change();
  };

  /**
   * Takes over the session that `exchange` brings, unless the visitor signs out meanwhile.
   * @param isQuiet nobody has asked for it, and there may be none
   */
  const run = async (exchange: Exchange, isQuiet = false): Promise<SessionUser> => {
    const begun = epoch;
    const isLive = (): boolean => begun === epoch;
    if (!isQuiet) set({ status: access ? 'signed-in' : 'signing-in', error: null });
    try {
      const answer = exchange(isLive);
      void handled(answer.then((late) => late && !isLive() && revoke(late)));
      const givenUp = new Promise<never>((_, reject) => {
        giveUp = () => reject(failure('cancelled', 'Given up'));
      });
      const brought = await Promise.race([answer, givenUp]);
      if (!brought) throw failure('no_identity', 'No widget, and no init data');
      const user = adopt(brought);
      if (!isQuiet) tabs?.tell();
      return user;
    } catch (error) {
      if (!isLive()) throw error;
      if (isQuiet && isError(error, 'no_identity')) over(null);
      else {
        set({
          status: access ? 'signed-in' : 'signed-out',
          error: isError(error, 'cancelled') ? null : (error as SignInError),
        });
      }
      throw error;
    }
  };

  /** Who is there already, without asking anybody. Once, and again where nobody answered. */
  const restore = (byCookieAlone = false): Promise<unknown> => {
    restoring ??= run(async () => {
      const held = cookie
        ? await server.call<SignedIn>('/session').catch((error: SignInError) => {
            if (error.status !== 401) throw error;
          })
        : null;
      return held ?? (byCookieAlone ? null : byTelegram());
    }, true).catch((error) => {
      if (isError(error, 'network')) restoring = null;
    });
    return restoring;
  };

  /** One at a time: who asks again gets what is under way. */
  const once = (begin: () => Promise<SessionUser>): Promise<SessionUser> => {
    if (running) return running;
    const mine = handled(
      begin().finally(() => {
        if (running === mine) running = null;
      }),
    );
    running = mine;
    return mine;
  };

  const signIn: SessionMembers['signIn'] = ({ by: way } = {}) =>
    once(async () => {
      await restore();
      return state.get().user ?? run(by(way));
    });

  const link: SessionMembers['link'] = ({ by: told, merge } = {}) => {
    const way = told ?? (widgets.size > 0 ? 'wallet' : 'telegram');
    return once(() =>
      run(async (isLive) => {
        if (!access) throw failure('signed_out', 'Nobody is signed in');
        const { user } = state.get();
        const provenAt = (): number => Number(state.get().session?.auth_time);
        /** Whether this shows a fresher proof. Init data are as old as the launch. */
        const proveBy = async (known: LinkOptions['by']): Promise<boolean> => {
          const before = provenAt();
          const proven = await by(known)(isLive);
          if (proven && isLive()) adopt(proven);
          return provenAt() > before;
        };
        // Telegram is asked before: the wallet would be asked twice where the server finds the proof too old.
        if (user?.telegram && Date.now() / 1000 - provenAt() > FRESH_S)
          await proveBy('telegram').catch(() => undefined);
        return steppedUp(
          () => by(way, merge)(isLive),
          async () =>
            (user?.telegram && (await proveBy('telegram'))) ||
            (user?.wallets[0] && proveBy('wallet')),
        );
      }).catch((error) => {
        if (isError(error, 'identity_in_use')) error.merge = () => link({ by: way, merge: true });
        throw error;
      }),
    );
  };

  const leave = async (left: Access | null, all: boolean): Promise<void> => {
    if (!left && !cookie) return;
    leaving = left;
    try {
      await steppedUp(
        async () => server.call('/logout', { all }, await left?.fresh()),
        () => byTelegram(false, left),
      );
    } catch (error) {
      // It is over already.
      if ((error as SignInError).status !== 401) {
        set({ error: error as SignInError });
        throw error;
      }
    }
    leaving = null;
    tabs?.tell();
  };

  const signOut: SessionMembers['signOut'] = ({ all = false } = {}) => {
    const left = access ?? leaving;
    epoch += 1;
    running = null;
    giveUp?.();
    for (const { current } of widgets.values()) current?.giveUp();
    over(null);
    return handled(leave(left, all));
  };

  const part: WalletPart = {
    server,
    access: () => access,
    proven: (exchange) =>
      once(async () => {
        await restore();
        const { user } = state.get();
        return user && !linkOnConnect ? user : run(exchange);
      }),
    gone() {
      // Who was known by the wallet alone goes with it.
      if (state.get().session?.amr.every((way) => way === 'ton_proof')) void signOut();
    },
    failed: (error) => set({ error: error as SignInError }),
  };

  const follow = (ui: WalletSource): Widget => {
    const early: (Wallet | null)[] = [];
    const deaf = ui.onStatusChange((wallet) => void early.push(wallet));
    let loading: Promise<Wallets> | undefined;
    const widget: Widget = {
      users: 0,
      current: null,
      load() {
        loading ??= import('./wallet-proof.js').then(
          ({ followWallets }) => {
            deaf();
            const wallets = followWallets(ui, part, early);
            widget.current = wallets;
            if (widget.users > 0) want(widget);
            else wallets.dispose();
            return wallets;
          },
          (cause) => {
            loading = undefined;
            // The sheet must not wait for what does not come.
            ui.setConnectRequestParameters(null);
            throw failure('network', 'A part of sign-in could not be loaded', cause);
          },
        );
        return loading;
      },
      stop() {
        deaf();
        ui.setConnectRequestParameters(null);
        widget.current?.dispose();
      },
    };
    // Whoever connects before it is known who is there has to wait for that.
    ui.setConnectRequestParameters({ state: 'loading' });
    return widget;
  };

  const look = (): void => {
    void restore();
    for (const { load } of widgets.values()) load().catch(part.failed);
  };

  const known = async (): Promise<Access | null> => {
    if (users > 0) await restore();
    return access;
  };

  const listenToPage = (): void => {
    unlisten = listen(window, 'online visibilitychange', () => {
      if (!document.hidden) look();
    });
    if (!cookie) return;
    void import('./other-tabs.js').then(({ watchOtherTabs }) => {
      if (users === 0 || tabs) return;
      tabs = watchOtherTabs(`prichal ${server.base}`, () => {
        restoring = null;
        void restore(true);
      });
    });
  };

  const start: SessionMembers['start'] = (ui) => {
    users += 1;
    if (users === 1) listenToPage();
    const widget = ui && (widgets.get(ui) ?? follow(ui));
    if (widget) {
      widget.users += 1;
      widgets.set(ui, widget);
    }
    look();
    let started = true;
    return () => {
      if (!started) return;
      started = false;
      users -= 1;
      if (widget) widget.users -= 1;
      if (widget?.users === 0) {
        widgets.delete(ui as WalletSource);
        widget.stop();
      }
      if (users > 0) return;
      unlisten?.();
      tabs?.dispose();
      tabs = undefined;
    };
  };

  return {
    getState: state.get,
    subscribe: state.subscribe,
    start,
    signIn,
    link,
    signOut,
    fetch: async (...request) => (await fetching()).ownFetch(server, options, known, ...request),
  };
}

/**
 * Who this visitor is, proven to the server: by a wallet's `ton_proof`, or by what Telegram has signed. Its
 * tokens are in memory and nowhere else. Making one touches nothing: it begins with `start`.
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
    Object.assign(this, createSession(options));
  }
}
