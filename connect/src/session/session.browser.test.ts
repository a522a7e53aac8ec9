import { type SignedIn, SignInError } from '@prichal/telegram/session';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { signInServer, unreachable } from '../testing/sign-in-server.js';
import { until } from '../testing/until.js';
import { proofOf, walletSource } from '../testing/wallet-source.js';
import { Session } from './session.js';
import type { SessionOptions } from './types.js';

/* Who is signed in, whatever comes in whatever order. */

const stops: (() => void)[] = [];
/** A session of this page with a widget, whose visitor the test plays. */
function begin(options: SessionOptions = {}, widget = walletSource()) {
  const session = new Session({ dpop: false, ...options });
  stops.push(session.start(widget.source));
  return { session, widget, status: () => session.getState().status };
}
/** A sign of a visitor. */
const move = () => window.dispatchEvent(new PointerEvent('pointermove'));
const settled = (session: Session) => until(() => session.getState().status !== 'unknown');
/** Long enough for what would be wrong to happen. */
const turns = async () => {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setTimeout(resolve));
};
const telegram: NonNullable<SessionOptions['telegram']> = async ({ send, authorization, link }) => {
  const answer = await send?.('/auth/telegram', {
    method: 'POST',
    body: JSON.stringify({ link }),
    headers: { authorization: authorization ?? 'tma raw' },
  });
  return (await answer?.json()) as SignedIn;
};
async function signedIn(options: SessionOptions = {}, widget = walletSource()) {
  const begun = begin({ telegram, ...options }, widget);
  await until(() => begun.status() === 'signed-in');
  return begun;
}

let server: ReturnType<typeof signInServer>;
beforeEach(() => {
  server = signInServer();
});
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  vi.useRealTimers();
  vi.restoreAllMocks();
  localStorage.clear();
});

describe('a wallet that connects', () => {
  it('is asked for a proof, which signs in', async () => {
    const { session, widget, status } = begin();
    expect(widget.asked).toBe('loading');
    await settled(session);
    await until(() => widget.requests.length > 1);
    move();
    await until(() => widget.asked === 'challenge-1');
    widget.connect();
    await until(() => status() === 'signed-in');
    expect(session.getState()).toMatchObject({
      user: { sub: 'u_1' },
      session: { amr: ['ton_proof'] },
      error: null,
    });
    const [posted] = server.to('/auth/ton');
    expect(posted?.body).toMatchObject({
      account: { address: expect.stringMatching(/^0:/), chain: '-239' },
      proof: { payload: 'challenge-1', domain: { value: 'app.example' } },
    });
  });

  it('costs the server nothing before there is a sign of a visitor, and one challenge then', async () => {
    const { session, widget } = begin();
    await settled(session);
    await turns();
    expect(server.arrived).toEqual([]);
    move();
    move();
    await until(() => widget.asked === 'challenge-1');
    move();
    await turns();
    expect(server.arrived.map(({ path }) => path)).toEqual(['/auth/ton/challenge']);
  });

  it('is told of twice, and posted once', async () => {
    const { session, widget, status } = begin();
    await settled(session);
    move();
    await until(() => widget.asked === 'challenge-1');
    widget.connect();
    widget.tellAgain();
    await until(() => status() === 'signed-in');
    widget.tellAgain();
    await turns();
    expect(server.to('/auth/ton')).toHaveLength(1);
  });

  it.each([
    [
      'says that it knows none',
      { name: 'ton_proof', error: { code: 400, message: 'no ton_proof here' } } as const,
    ],
    ['is older than proofs', null],
  ])('and %s leaves words behind', async (_, item) => {
    const { session, widget, status } = begin();
    await settled(session);
    move();
    await until(() => widget.asked === 'challenge-1');
    widget.connect(item);
    await until(() => session.getState().error !== null);
    expect(session.getState().error).toMatchObject({ code: 'proof_not_supported' });
    if (item) expect(session.getState().error?.detail).toContain('no ton_proof here');
    expect(status()).toBe('signed-out');
    expect(server.to('/auth/ton')).toEqual([]);
  });

  it('from the last visit is no error, and signs nobody in', async () => {
    const widget = walletSource();
    widget.connect(null);
    const { session, status } = begin({}, widget);
    await settled(session);
    move();
    await turns();
    expect(session.getState()).toMatchObject({ status: 'signed-out', error: null });
    expect(status()).toBe('signed-out');
    expect(widget.asked).toBe(null);
    expect(server.arrived).toEqual([]);
  });

  it('is not kept waiting when there is no challenge: it connects, and words say why nobody is signed in', async () => {
    server.answers('/auth/ton/challenge', unreachable);
    const { session, widget } = begin();
    await settled(session);
    await until(() => widget.requests.length > 1);
    move();
    await until(() => session.getState().error !== null);
    expect(session.getState().error).toMatchObject({ code: 'network', status: 0 });
    expect(widget.asked).toBe(null);
    // The next sign of a visitor asks again.
    move();
    await until(() => widget.asked === 'challenge-1');
  });

  it('whose challenge was used is asked once more, and no third time', async () => {
    const { session, widget, status } = begin();
    await settled(session);
    move();
    await until(() => widget.asked === 'challenge-1');
    server.answers(
      '/auth/ton',
      server.problem(401, 'challenge_used'),
      server.problem(401, 'challenge_expired'),
    );
    widget.connect();
    await until(() => widget.isAsked);
    expect(status()).toBe('signing-in');
    expect(widget.source.wallet).toBe(null);
    expect(widget.asked).toBe('challenge-2');
    widget.connect();
    await until(() => status() === 'signed-out');
    expect(session.getState().error).toMatchObject({ code: 'challenge_expired', status: 401 });
    expect(server.to('/auth/ton')).toHaveLength(2);
    expect(widget.isAsked).toBe(false);
  });

  it('whose answer was lost is posted again', async () => {
    const { session, widget, status } = begin();
    await settled(session);
    move();
    await until(() => widget.asked === 'challenge-1');
    server.answers('/auth/ton', unreachable);
    widget.connect();
    await until(() => status() === 'signed-in');
    expect(server.to('/auth/ton')).toHaveLength(2);
  });

  it('takes its session along when it goes', async () => {
    const { session, widget, status } = begin();
    await settled(session);
    move();
    await until(() => widget.asked === 'challenge-1');
    widget.connect();
    await until(() => status() === 'signed-in');
    widget.leave();
    expect(status()).toBe('signed-out');
    await until(() => server.sessions === 0);
    await until(() => widget.asked === 'loading');
  });

  it('leaves the session of Telegram where it is when it goes', async () => {
    const { widget, status } = await signedIn();
    widget.connect(null);
    widget.leave();
    await turns();
    expect(status()).toBe('signed-in');
  });
});

describe('a challenge', () => {
  /** The clocks of a page that sleeps: no timer runs, and only one of them goes on. */
  const sleep = (ms: number) => {
    const now = Date.now() + ms;
    vi.spyOn(Date, 'now').mockImplementation(() => now);
    window.dispatchEvent(new Event('visibilitychange'));
  };

  it('that has ended while the page slept is not asked with', async () => {
    const { session, widget } = begin();
    await settled(session);
    move();
    await until(() => widget.asked === 'challenge-1');
    sleep(3_600_000);
    expect(widget.asked).toBe('loading');
    move();
    await until(() => widget.asked === 'challenge-2');
  });

  it('comes anew by itself while a wallet is being chosen', async () => {
    const { session, widget } = begin();
    await settled(session);
    const signing = session.signIn();
    await until(() => widget.isAsked);
    expect(widget.asked).toBe('challenge-1');
    sleep(3_600_000);
    await until(() => widget.asked === 'challenge-2');
    widget.connect();
    await signing;
  });

  it('does not mind a clock that is set back', async () => {
    const { session, widget } = begin();
    await settled(session);
    move();
    await until(() => widget.asked === 'challenge-1');
    sleep(-86_400_000);
    expect(widget.asked).toBe('challenge-1');
  });
});

describe('signIn()', () => {
  it('opens the sheet, and answers with the user', async () => {
    const { session, widget, status } = begin();
    const signing = session.signIn();
    await until(() => widget.isAsked);
    expect(status()).toBe('signing-in');
    widget.connect();
    expect(await signing).toMatchObject({ sub: 'u_1' });
    expect(status()).toBe('signed-in');
    expect(await session.signIn()).toMatchObject({ sub: 'u_1' });
  });

  it('twice is one', async () => {
    const { session, widget } = begin();
    const both = [session.signIn(), session.signIn()];
    await until(() => widget.isAsked);
    widget.connect();
    expect(await Promise.all(both)).toHaveLength(2);
    expect(server.to('/auth/ton')).toHaveLength(1);
    expect(server.to('/auth/ton/challenge')).toHaveLength(1);
  });

  it('asks a wallet anew that is connected already', async () => {
    const widget = walletSource();
    widget.connect(null);
    const { session } = begin({}, widget);
    const signing = session.signIn();
    await until(() => widget.isAsked);
    expect(widget.source.wallet).toBe(null);
    widget.connect();
    await signing;
  });

  it('lets no wallet go before the server has answered', async () => {
    const widget = walletSource();
    widget.connect(null);
    const { session, status } = begin({}, widget);
    server.answers(
      '/auth/ton/challenge',
      server.problem(429, 'rate_limited', { 'retry-after': '7' }),
    );
    await expect(session.signIn()).rejects.toMatchObject({
      name: 'SignInError',
      code: 'rate_limited',
      status: 429,
      retryAfter: 7,
      detail: 'refused: rate_limited',
    });
    expect(widget.source.wallet).not.toBe(null);
    expect(status()).toBe('signed-out');
    expect(session.getState().error).toBeInstanceOf(SignInError);
  });

  it('that the visitor gives up is no error of the state', async () => {
    const { session, widget, status } = begin();
    const signing = session.signIn();
    await until(() => widget.isAsked);
    widget.close();
    await expect(signing).rejects.toMatchObject({ code: 'cancelled' });
    expect(session.getState()).toMatchObject({ status: 'signed-out', error: null });
    const again = session.signIn();
    await until(() => widget.isAsked);
    widget.connect();
    await again;
    expect(status()).toBe('signed-in');
  });

  it('without a widget and without Telegram says so', async () => {
    const session = new Session();
    await expect(session.signIn()).rejects.toMatchObject({ code: 'no_identity' });
  });

  it('of a wallet without proofs says so', async () => {
    const { session, widget } = begin();
    const signing = session.signIn();
    await until(() => widget.isAsked);
    widget.connect(null);
    await expect(signing).rejects.toMatchObject({ code: 'proof_not_supported' });
  });

  it('leaves no rejection behind that nobody catches', async () => {
    const unhandled = vi.fn();
    window.addEventListener('unhandledrejection', unhandled);
    const { session, widget } = begin();
    void session.signIn();
    await until(() => widget.isAsked);
    widget.close();
    await turns();
    window.removeEventListener('unhandledrejection', unhandled);
    expect(unhandled).not.toHaveBeenCalled();
  });

  it('in words when the server is somebody else', async () => {
    server.answers('/auth/ton/challenge', new Response('<h1>Hello</h1>'));
    const { session } = begin();
    await expect(session.signIn()).rejects.toMatchObject({ code: 'unexpected', status: 200 });
  });
});

describe('signOut()', () => {
  it('is here at once, and the server is told', async () => {
    const { session, status } = await signedIn();
    const leaving = session.signOut();
    expect(session.getState()).toMatchObject({ status: 'signed-out', user: null, session: null });
    await leaving;
    expect(server.sessions).toBe(0);
    expect(status()).toBe('signed-out');
    const answer = await session.fetch('/api/me');
    expect(answer.status).toBe(401);
    expect(server.to('/api/me')[0]?.headers.get('authorization')).toBe(null);
  });

  it('while a wallet is asked ends that, and a wallet that answers later signs nobody in', async () => {
    const { session, widget, status } = begin();
    const signing = session.signIn();
    await until(() => widget.isAsked);
    const payload = String(widget.asked);
    await session.signOut();
    await expect(signing).rejects.toMatchObject({ code: 'cancelled' });
    expect(widget.isAsked).toBe(false);
    widget.connect(proofOf(payload));
    await turns();
    expect(status()).toBe('signed-out');
    expect(server.to('/auth/ton')).toEqual([]);
  });

  it('while a proof is checked: what the server answers later is ended there, too', async () => {
    const { session, widget, status } = begin();
    const release = server.hold('/auth/ton');
    const signing = session.signIn();
    await until(() => widget.isAsked);
    widget.connect();
    await until(() => server.sessions === 1);
    await session.signOut();
    await expect(signing).rejects.toMatchObject({ code: 'cancelled' });
    release();
    await until(() => server.sessions === 0);
    expect(status()).toBe('signed-out');
  });

  it('while it is looked for: the same', async () => {
    const release = server.hold('/auth/telegram');
    const { session, status } = begin({ telegram });
    await until(() => server.sessions === 1);
    await session.signOut();
    release();
    await until(() => server.sessions === 0);
    expect(status()).toBe('signed-out');
  });

  it('that the server has not heard says so, and can be said again', async () => {
    const { session } = await signedIn();
    server.answers('/auth/logout', unreachable);
    await expect(session.signOut()).rejects.toMatchObject({ code: 'network' });
    expect(session.getState()).toMatchObject({ status: 'signed-out', error: { code: 'network' } });
    await session.signOut();
    expect(server.sessions).toBe(0);
    expect(session.getState().error).toBe(null);
  });

  it('then signing in again is a session of its own', async () => {
    const { session, status } = await signedIn();
    await session.signOut();
    await session.signIn();
    expect(status()).toBe('signed-in');
    expect(server.to('/auth/telegram')).toHaveLength(2);
  });
});

describe('link()', () => {
  it('adds the wallet to who came by Telegram', async () => {
    const { session, widget } = await signedIn();
    expect(widget.asked).toBe(null);
    const linking = session.link();
    await until(() => widget.isAsked);
    expect(session.getState().status).toBe('signed-in');
    widget.connect();
    expect(await linking).toMatchObject({ sub: 'u_1' });
    expect(session.getState().session?.amr).toEqual(['tg_init', 'ton_proof']);
    expect(server.to('/auth/ton')[0]?.headers.get('authorization')).toBe('Bearer access-1');
  });

  it('adds Telegram to who came by a wallet', async () => {
    let isInside = false;
    const { session, widget, status } = begin({
      telegram: async (how) => (isInside ? telegram(how) : null),
    });
    const signing = session.signIn();
    await until(() => widget.isAsked);
    widget.connect();
    await signing;
    isInside = true;
    await session.link({ by: 'telegram' });
    expect(session.getState().session?.amr).toEqual(['ton_proof', 'tg_init']);
    expect(status()).toBe('signed-in');
    // Who was known by more than the wallet stays when it goes.
    widget.leave();
    expect(status()).toBe('signed-in');
  });

  it('of what is another user’s says so, and merges when it is asked to', async () => {
    const { session, widget } = await signedIn();
    server.answers('/auth/ton', server.problem(409, 'identity_in_use'));
    const linking = session.link();
    await until(() => widget.isAsked);
    widget.connect();
    const error = await linking.catch((error: SignInError) => error);
    expect(error).toMatchObject({ code: 'identity_in_use', status: 409 });
    expect(session.getState()).toMatchObject({
      status: 'signed-in',
      error: { code: 'identity_in_use' },
    });
    const merging = (error as SignInError).merge?.();
    await until(() => widget.isAsked);
    widget.connect();
    await merging;
    expect(server.to('/auth/ton').map(({ body }) => body.merge)).toEqual([undefined, true]);
    expect(session.getState().error).toBe(null);
  });

  it('without anybody to link to says so', async () => {
    const { session } = begin();
    await settled(session);
    await expect(session.link()).rejects.toMatchObject({ code: 'signed_out' });
  });

  it('comes by itself where the app wants it', async () => {
    const { session, widget } = await signedIn({ linkOnConnect: true });
    await until(() => widget.asked === 'loading');
    move();
    await until(() => widget.asked?.startsWith('challenge'));
    widget.connect();
    await until(() => session.getState().session?.amr.length === 2);
  });
});

describe('Telegram', () => {
  it('signs in before anybody asks', async () => {
    const { session, widget } = begin({ telegram });
    expect(session.getState().status).toBe('unknown');
    await until(() => session.getState().status === 'signed-in');
    expect(server.to('/auth/telegram')).toHaveLength(1);
    expect(widget.asked).toBe(null);
  });

  it('refused is an error of the state', async () => {
    server.answers('/auth/telegram', server.problem(401, 'init_data_expired'));
    const { session } = begin({
      telegram: async () => {
        throw new SignInError({ code: 'init_data_expired', detail: 'too old', status: 401 });
      },
    });
    await settled(session);
    expect(session.getState()).toMatchObject({
      status: 'signed-out',
      error: { code: 'init_data_expired' },
    });
  });

  it('that could not be reached is tried again when the network is back', async () => {
    let tries = 0;
    const { session, status } = begin({
      telegram: (how) => {
        tries += 1;
        if (tries > 1) return telegram(how);
        throw new SignInError({ code: 'network', detail: 'nobody there' });
      },
    });
    await settled(session);
    expect(status()).toBe('signed-out');
    window.dispatchEvent(new Event('online'));
    await until(() => status() === 'signed-in');
  });
});

describe('starting and stopping', () => {
  it('in any number is one session', async () => {
    const widget = walletSource();
    const session = new Session({ dpop: false, telegram });
    const first = session.start(widget.source);
    first();
    const others = [session.start(widget.source), session.start(widget.source)];
    await until(() => session.getState().status === 'signed-in');
    expect(server.to('/auth/telegram')).toHaveLength(1);
    for (const stop of others) stop();
    first();
    expect(widget.listeners).toBe(0);
    expect(widget.asked).toBe(null);
  });

  it('while the sheet is open gives up', async () => {
    const { session, widget } = begin();
    const signing = session.signIn();
    await until(() => widget.isAsked);
    for (const stop of stops.splice(0)) stop();
    await expect(signing).rejects.toMatchObject({ code: 'cancelled' });
    expect(widget.listeners).toBe(0);
    move();
    await turns();
    expect(widget.asked).toBe(null);
  });

  it('nothing is kept where other scripts can read it', async () => {
    const { session } = await signedIn();
    await session.fetch('/api/me');
    const kept = JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]);
    expect(kept).not.toMatch(/access-|refresh-/);
  });
});
