import type { SignedIn, SignInError } from '@prichal/telegram/session';
import { type Access, createAccess } from './access.js';
import { failure, handled } from './failure.js';
import { linkBy, steppedUp } from './link.js';
import { createMachine, type Tools } from './machine.js';
import { ownFetch } from './own-fetch.js';
import { createPage } from './page.js';
import { createRun, type Exchange, type Run } from './run.js';
import { authorization, createServer } from './server.js';
import type {
  LinkOptions,
  SessionMembers,
  SessionOptions,
  SessionState,
  WalletSource,
} from './types.js';
import { followWallets, type WalletPart, type Wallets } from './wallet-proof.js';

/** The members of a session that are loaded on demand. */
export type Engine = Omit<SessionMembers, 'getState' | 'subscribe'>;

/** @param show called with each new state */
export function createEngine(options: SessionOptions, show: (state: SessionState) => void): Engine {
  const { cookie, telegram, linkOnConnect } = options;
  const server = createServer(options);
  const widgets = new Map<WalletSource, Wallets>();

  const open: Tools['open'] = (answer, before) => {
    const access: Access = createAccess(
      { ...before?.current, ...answer },
      (refresh_token) => server.call('/refresh', { refresh_token }),
      () => send({ type: 'renewed', of: access }),
      (error) => send({ type: 'ended', of: access, error }),
    );
    return access;
  };
  const adopt = (run: Run, type: 'found' | 'proven', answer: SignedIn): void => {
    if (!answer.user || !answer.session) {
      throw failure('unexpected', 'The answer has no user and session');
    }
    send({ type, of: run, answer });
  };
  const start = async (run: Run): Promise<void> => {
    try {
      const answer = await run.exchange(run);
      if (!answer) throw failure('no_identity', 'No widget, and no init data');
      // A session that arrives after a sign-out is ended on the server too.
      if (run.isCancelled) await server.call('/logout', {}, answer);
      adopt(run, 'found', answer);
      run.resolve(answer.user);
    } catch (cause) {
      const error = cause as SignInError;
      const { code, status } = error;
      const isRejected = status >= 400 && status < 500 && status !== 429;
      const type = isRejected ? 'failed' : 'offline';
      send({
        type: code === 'no_identity' ? 'none' : type,
        of: run,
        error: code === 'cancelled' ? null : error,
      });
      run.reject(error);
    }
  };
  /** Sets whether the wallets of a widget are asked for proofs. */
  const want = (wallets: Wallets): void => {
    const { status } = getState();
    if (status === 'unknown') return;
    wallets.want(status === 'signed-out' || (status === 'signed-in' && !!linkOnConnect));
  };
  const { get, getState, send } = createMachine(
    {
      start,
      open,
      send: (event) => send(event),
      notify: () => page.notify(),
      cancelWallets() {
        for (const { cancel } of widgets.values()) cancel();
      },
    },
    show,
    () => widgets.forEach(want),
  );
  const access = (): Access | undefined => {
    const state = get();
    return 'access' in state ? state.access : undefined;
  };

  const byCookie = async (): Promise<SignedIn | null> => {
    try {
      return cookie ? await server.call('/session') : null;
    } catch (error) {
      if ((error as SignInError).status !== 401) throw error;
      return null;
    }
  };
  const byTelegram = async (merge?: boolean, of = access()): Promise<SignedIn | null> => {
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
  /** The exchange of this way to sign in, or of the first way that the page offers. */
  const by =
    (way: LinkOptions['by'], merge?: boolean): Exchange =>
    async (run) => {
      const answer = way === 'wallet' ? null : await byTelegram(merge);
      const [wallets] = widgets.values();
      return answer || way === 'telegram' || !wallets ? answer : wallets.signIn(run, merge);
    };

  /** Looks for a session, if a look-up is due. */
  const look = (): void =>
    send({ type: 'look', run: createRun(async () => (await byCookie()) ?? byTelegram()) });
  const request = (type: 'signIn' | 'link' | 'connect', exchange: Exchange) => {
    const run = createRun(exchange);
    look();
    send({ type, run });
    return run.promise;
  };
  const signIn: Engine['signIn'] = ({ by: way } = {}) => request('signIn', by(way));
  const link: Engine['link'] = ({ by: given, merge } = {}) => {
    const way = given ?? (widgets.size > 0 ? 'wallet' : 'telegram');
    return request('link', (run) => {
      const adopted = (answer: SignedIn): void => adopt(run, 'proven', answer);
      return linkBy({ getState, by, adopted, link }, run, way, merge);
    });
  };

  const logOut = async (left: Access | undefined, all: boolean): Promise<void> => {
    try {
      await steppedUp(
        async () => server.call('/logout', { all }, await left?.fresh()),
        () => byTelegram(false, left),
      );
    } catch (cause) {
      const error = cause as SignInError;
      // 401: the session is over already.
      if (error.status !== 401) {
        send({ type: 'fault', error });
        throw error;
      }
    }
    send({ type: 'left', of: left });
    page.notify();
  };
  const signOut: Engine['signOut'] = ({ all = false } = {}) => {
    let done = Promise.resolve();
    send({
      type: 'signOut',
      logOut(left) {
        if (left || cookie) done = handled(logOut(left, all));
      },
    });
    return done;
  };

  const part: WalletPart = {
    server,
    access,
    proven: (exchange) => request(linkOnConnect ? 'connect' : 'signIn', exchange),
    gone() {
      // If the wallet was the only proof, disconnecting it signs out.
      if (getState().session?.amr.every((way) => way === 'ton_proof')) void signOut();
    },
    failed: (error) => send({ type: 'fault', error: error as SignInError }),
  };
  /** The page and the widgets in use, each with the number of its users. */
  const resources = new Map<object, { users: number; close(): void }>();
  const hold = (key: object, open: () => () => void): (() => void) => {
    const resource = resources.get(key) ?? { users: 0, close: open() };
    resources.set(key, resource);
    resource.users += 1;
    return () => {
      resource.users -= 1;
      if (resource.users > 0) return;
      resources.delete(key);
      resource.close();
    };
  };

  /** Returns the tokens of the session. Waits for a running look-up. */
  const known = async (): Promise<Access | undefined> => {
    if (resources.size > 0) {
      look();
      const state = get();
      if (state.name === 'looking') await state.run.promise.catch(() => undefined);
    }
    return access();
  };

  const page = createPage(look, cookie ? `prichal ${server.base}` : '', () =>
    send({ type: 'change', run: createRun(byCookie) }),
  );
  const watch = (): (() => void) => {
    page.open();
    return page.close;
  };
  const follow = (ui: WalletSource): (() => void) => {
    ui.setConnectRequestParameters({ state: 'loading' });
    const wallets = followWallets(ui, part);
    widgets.set(ui, wallets);
    want(wallets);
    return () => {
      widgets.delete(ui);
      wallets.dispose();
    };
  };
  return {
    start(ui) {
      const stops = [hold(page, watch), ui && hold(ui, () => follow(ui))];
      look();
      return () => {
        for (const stop of stops.splice(0)) stop?.();
      };
    },
    signIn,
    link,
    signOut,
    fetch: (...request) => ownFetch(server, options, known, ...request),
  };
}
