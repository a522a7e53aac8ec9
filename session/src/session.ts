import type { Wallet } from '@prichal/sdk';
import type { SessionUser, SignedIn, SignInError } from '@prichal/telegram/session';
import { type Access, createAccess } from './access.js';
import { failure, handled, isFailure, notLoaded } from './failure.js';
import type { Exchange } from './link.js';
import { createMachine } from './machine.js';
import { type Page, watchPage } from './page.js';
import { authorization, createServer } from './server.js';
import { steppedUp } from './step-up.js';
import type { LinkOptions, SessionMembers, SessionOptions, WalletSource } from './types.js';
import type { WalletPart, Wallets } from './wallet-proof.js';

/** A widget whose wallets sign in. */
type Widget = { users: number; current: Wallets | null; load(): Promise<Wallets>; stop(): void };

const loadSignedIn = () => import('./signed-in.js');

/** Makes the members of a `Session`. `start` begins the session. */
export function createSession(options: SessionOptions): SessionMembers {
  const { cookie, telegram, linkOnConnect } = options;
  const server = createServer(options);
  const widgets = new Map<WalletSource, Widget>();
  const { get: getState, subscribe, send } = createMachine(() => widgets.forEach(want));
  /** Set exactly while the status is `signed-in`. */
  let access: Access | null = null;
  /** A session whose end the server does not know yet. */
  let leaving: Access | null = null;
  let restoring: Promise<unknown> | null = null;
  let running: Promise<SessionUser> | null = null;
  /** Aborted by a sign-out, which cancels all attempts. */
  let life = new AbortController();
  let users = 0;
  let page: Page | undefined;

  /** Tells a widget whether its wallets are asked for proofs. */
  const want = ({ current }: Widget): void => {
    const { status } = getState();
    if (status === 'unknown') return;
    current?.want(status === 'signed-out' || (status === 'signed-in' && !!linkOnConnect));
  };
  const end = (error: SignInError | null = null): void => {
    access = null;
    send('end', { user: null, session: null, error });
  };
  const adopt = (answer: SignedIn): SessionUser => {
    const { user, session } = Object(answer) as SignedIn;
    if (!user || !session) {
      throw failure('unexpected', 'The answer has no user and session');
    }
    const mine: Access = createAccess(
      // The answer to a link may have only what is new.
      { ...access?.current, ...answer },
      (refresh_token) => server.call('/refresh', { refresh_token }),
      ({ user, session }) => {
        if (access === mine) send('update', { user, session });
      },
      (error) => {
        if (access === mine) end(error);
      },
    );
    access = mine;
    void handled(loadSignedIn());
    send('adopt', { user, session, error: null });
    return user;
  };

  /**
   * Adopts the session that `exchange` brings.
   * @param isQuiet neither the user nor the app has asked for it
   */
  const run = async (exchange: Exchange, isQuiet = false): Promise<SessionUser> => {
    const { signal } = life;
    const isLive = (): boolean => !signal.aborted;
    if (!isQuiet) send('begin', { error: null });
    try {
      const answer = exchange(isLive);
      // A session that arrives after a sign-out is ended on the server too.
      void handled(answer.then((late) => late && !isLive() && server.call('/logout', {}, late)));
      const cancelled = new Promise<never>((_, reject) => {
        signal.onabort = () => reject(failure('cancelled', 'Given up'));
      });
      const brought = await Promise.race([answer, cancelled]);
      if (!brought) throw failure('no_identity', 'No widget, and no init data');
      const user = adopt(brought);
      if (!isQuiet) page?.tell();
      return user;
    } catch (error) {
      if (!isLive()) throw error;
      if (isQuiet && isFailure(error, 'no_identity')) end();
      else send('fail', { error: isFailure(error, 'cancelled') ? null : (error as SignInError) });
      throw error;
    }
  };

  /** Starts an attempt, or returns the running one. */
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

  /** The exchange of one way, or of the first way that the page has. */
  const by =
    (way: LinkOptions['by'], merge?: boolean): Exchange =>
    async (isLive) => {
      const answer = way === 'wallet' ? null : await byTelegram(merge);
      const [widget] = widgets.values();
      if (answer || way === 'telegram' || !widget) return answer;
      return (await widget.load()).signIn(isLive, merge);
    };

  /** Looks for a session without a question. Once, and again after a network error. */
  const restore = (byCookieAlone = false): Promise<unknown> => {
    restoring ??= run(async () => {
      const held = cookie
        ? await server.call<SignedIn>('/session').catch((error: SignInError) => {
            if (error.status !== 401) throw error;
          })
        : null;
      return held ?? (byCookieAlone ? null : byTelegram());
    }, true).catch((error) => {
      if (isFailure(error, 'network')) restoring = null;
    });
    return restoring;
  };

  const signIn: SessionMembers['signIn'] = ({ by: way } = {}) =>
    once(async () => {
      await restore();
      return getState().user ?? run(by(way));
    });

  const link: SessionMembers['link'] = ({ by: given, merge } = {}) => {
    const way = given ?? (widgets.size > 0 ? 'wallet' : 'telegram');
    return once(() =>
      run(async (isLive) => {
        const { linkBy } = await loadSignedIn().catch(notLoaded);
        return isLive()
          ? linkBy({ getState, by, adopt, steppedUp, link }, isLive, way, merge)
          : null;
      }),
    );
  };

  const signOut: SessionMembers['signOut'] = ({ all = false } = {}) => {
    const left = access ?? leaving;
    running = null;
    life.abort();
    life = new AbortController();
    for (const { current } of widgets.values()) current?.giveUp();
    end();
    if (!left && !cookie) return Promise.resolve();
    leaving = left;
    return handled(
      steppedUp(
        async () => server.call('/logout', { all }, await left?.fresh()),
        () => byTelegram(false, left),
      )
        .catch((error: SignInError) => {
          // 401: the session is over already.
          if (error.status === 401) return;
          send('update', { error });
          throw error;
        })
        .then(() => {
          leaving = null;
          page?.tell();
        }),
    );
  };

  const part: WalletPart = {
    server,
    access: () => access,
    proven: (exchange) =>
      once(async () => {
        await restore();
        const { user } = getState();
        return user && !linkOnConnect ? user : run(exchange);
      }),
    gone() {
      // If the wallet was the only proof, disconnecting it signs out.
      if (getState().session?.amr.every((way) => way === 'ton_proof')) void signOut();
    },
    failed: (error) => send('update', { error: error as SignInError }),
  };

  const follow = (ui: WalletSource): Widget => {
    const early: (Wallet | null)[] = [];
    const unlisten = ui.onStatusChange((wallet) => void early.push(wallet));
    let loading: Promise<Wallets> | undefined;
    const widget: Widget = {
      users: 0,
      current: null,
      load() {
        loading ??= import('./wallet-proof.js').then(
          ({ followWallets }) => {
            unlisten();
            const wallets = followWallets(ui, part, early);
            widget.current = wallets;
            if (widget.users > 0) want(widget);
            else wallets.dispose();
            return wallets;
          },
          (cause) => {
            loading = undefined;
            // Otherwise the sheet waits for parameters that never come.
            ui.setConnectRequestParameters(null);
            return notLoaded(cause);
          },
        );
        return loading;
      },
      stop() {
        unlisten();
        ui.setConnectRequestParameters(null);
        widget.current?.dispose();
      },
    };
    // A wallet that connects before the session is known waits for it.
    ui.setConnectRequestParameters({ state: 'loading' });
    return widget;
  };

  const look = (): void => {
    void restore();
    for (const { load } of widgets.values()) load().catch(part.failed);
  };

  const start: SessionMembers['start'] = (ui) => {
    users += 1;
    page ??= watchPage(look, cookie ? `prichal ${server.base}` : '', () => {
      restoring = null;
      void restore(true);
    });
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
      page?.dispose();
      page = undefined;
    };
  };

  const known = async (): Promise<Access | null> => {
    if (users > 0) await restore();
    return access;
  };

  return {
    getState,
    subscribe,
    start,
    signIn,
    link,
    signOut,
    fetch: async (...request) =>
      (await loadSignedIn()).ownFetch(server, options, known, ...request),
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
