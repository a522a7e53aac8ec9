import { until } from '@prichal/connect/test/until.ts';
import { SignInError } from '@prichal/telegram/session';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Session } from './session.js';
import { begin, byInitData, move, settled, signedIn, turns } from './testing/begun-session.js';
import { signInServer, unreachable } from './testing/sign-in-server.js';
import { proofOf, walletSource } from './testing/wallet-source.js';

/* Sign-in, linking and sign-out, in any order. */

let server: ReturnType<typeof signInServer>;
beforeEach(() => {
  server = signInServer();
});

describe('signIn()', () => {
  it('opens the sheet, and resolves to the user', async () => {
    const { session, widget, status } = begin();
    const signing = session.signIn();
    await until(() => widget.isAsked);
    expect(status()).toBe('signing-in');
    widget.connect();
    expect(await signing).toMatchObject({ sub: 'u_1' });
    expect(status()).toBe('signed-in');
    expect(await session.signIn()).toMatchObject({ sub: 'u_1' });
  });

  it('called twice signs in once', async () => {
    const { session, widget } = begin();
    const both = [session.signIn(), session.signIn()];
    await until(() => widget.isAsked);
    widget.connect();
    expect(await Promise.all(both)).toHaveLength(2);
    expect(server.to('/auth/ton')).toHaveLength(1);
    expect(server.to('/auth/ton/challenge')).toHaveLength(1);
  });

  it('requests a proof from a wallet that is connected already', async () => {
    const widget = walletSource();
    widget.connect(null);
    const { session } = begin({}, widget);
    const signing = session.signIn();
    await until(() => widget.isAsked);
    expect(widget.source.wallet).toBe(null);
    widget.connect();
    await signing;
  });

  it('disconnects no wallet before the server has answered', async () => {
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

  it('sets no error if the user cancels', async () => {
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

  it('rejects without a widget and without Telegram', async () => {
    const session = new Session();
    await expect(session.signIn()).rejects.toMatchObject({ code: 'no_identity' });
  });

  it('rejects a wallet without proofs', async () => {
    const { session, widget } = begin();
    const signing = session.signIn();
    await until(() => widget.isAsked);
    widget.connect(null);
    await expect(signing).rejects.toMatchObject({ code: 'proof_not_supported' });
  });

  it.each([
    ['/auth/ton/challenge', 1],
    ['/auth/ton', 2],
  ])('reports a lost network at %s, and works when the network is back', async (path, times) => {
    const { session, widget, status } = begin();
    server.answers(path, ...Array.from({ length: times }, () => unreachable));
    const signing = session.signIn();
    if (path === '/auth/ton') {
      await until(() => widget.isAsked);
      widget.connect();
    }
    await expect(signing).rejects.toMatchObject({ code: 'network', status: 0 });
    expect(session.getState()).toMatchObject({ status: 'signed-out', error: { code: 'network' } });
    const again = session.signIn();
    await until(() => widget.isAsked);
    widget.connect();
    await again;
    expect(status()).toBe('signed-in');
  });

  it('causes no unhandled rejection', async () => {
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

  it('reports a server that is not Prichal', async () => {
    server.answers('/auth/ton/challenge', new Response('<h1>Hello</h1>'));
    const { session } = begin();
    await expect(session.signIn()).rejects.toMatchObject({ code: 'unexpected', status: 200 });
  });
});

describe('signOut()', () => {
  it('changes the state at once, and notifies the server', async () => {
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

  it('cancels a pending wallet request, and ignores a later answer', async () => {
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

  it('before the sheet is open keeps it closed', async () => {
    const { session, widget, status } = begin();
    await settled(session);
    const release = server.hold('/auth/ton/challenge');
    const signing = session.signIn();
    await until(() => server.to('/auth/ton/challenge').length === 1);
    await session.signOut();
    await expect(signing).rejects.toMatchObject({ code: 'cancelled' });
    release();
    await turns();
    expect(widget.isAsked).toBe(false);
    expect(status()).toBe('signed-out');
  });

  it('right after signIn() opens no sheet', async () => {
    const { session, widget } = begin();
    const signing = session.signIn();
    await session.signOut();
    await expect(signing).rejects.toMatchObject({ code: 'cancelled' });
    await turns();
    expect(widget.isAsked).toBe(false);
  });

  it('called twice ends one session, without an error', async () => {
    const { session } = await signedIn();
    await Promise.all([session.signOut(), session.signOut()]);
    expect(server.sessions).toBe(0);
    expect(session.getState()).toMatchObject({ status: 'signed-out', error: null });
  });

  it('of all sessions shows a fresh proof if the server needs one', async () => {
    const { session } = await signedIn();
    server.answers('/auth/logout', server.problem(403, 'step_up_required'));
    await session.signOut({ all: true });
    expect(server.to('/auth/logout').map(({ body }) => body)).toEqual([
      { all: true },
      { all: true },
    ]);
    expect(server.to('/auth/telegram').at(-1)?.body).toEqual({ link: true });
    expect(session.getState()).toMatchObject({ status: 'signed-out', error: null });
  });

  it('ends a session that the server creates later, if a proof was being checked', async () => {
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

  it('ends a session that the server creates later, if a look-up was running', async () => {
    const release = server.hold('/auth/telegram');
    const { session, status } = begin({ telegram: byInitData });
    await until(() => server.sessions === 1);
    await session.signOut();
    release();
    await until(() => server.sessions === 0);
    expect(status()).toBe('signed-out');
  });

  it('rejects if the server did not answer, and can be repeated', async () => {
    const { session } = await signedIn();
    server.answers('/auth/logout', unreachable);
    await expect(session.signOut()).rejects.toMatchObject({ code: 'network' });
    expect(session.getState()).toMatchObject({ status: 'signed-out', error: { code: 'network' } });
    await session.signOut();
    expect(server.sessions).toBe(0);
    expect(session.getState().error).toBe(null);
  });

  it('followed by a sign-in starts a new session', async () => {
    const { session, status } = await signedIn();
    await session.signOut();
    await session.signIn();
    expect(status()).toBe('signed-in');
    expect(server.to('/auth/telegram')).toHaveLength(2);
  });
});

describe('link()', () => {
  it('adds a wallet to a user of Telegram', async () => {
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

  it('adds Telegram to a user of a wallet', async () => {
    let isInside = false;
    const { session, widget, status } = begin({
      telegram: async (how) => (isInside ? byInitData(how) : null),
    });
    const signing = session.signIn();
    await until(() => widget.isAsked);
    widget.connect();
    await signing;
    isInside = true;
    await session.link({ by: 'telegram' });
    expect(session.getState().session?.amr).toEqual(['ton_proof', 'tg_init']);
    expect(status()).toBe('signed-in');
    // A user with another identity stays signed in when the wallet disconnects.
    widget.leave();
    expect(status()).toBe('signed-in');
  });

  it('rejects another user’s identity, and merges on request', async () => {
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

  it('shows a fresh proof if the server requires one, and then links', async () => {
    server.provesLate(60);
    const { session, widget } = await signedIn();
    server.provesLate(0);
    server.answers('/auth/ton', server.problem(403, 'step_up_required'));
    const linking = session.link();
    await until(() => widget.isAsked);
    widget.connect();
    await until(() => server.to('/auth/ton').length === 1 && widget.isAsked);
    widget.connect();
    await linking;
    expect(session.getState().session?.amr).toEqual(['tg_init', 'ton_proof']);
    expect(server.to('/auth/telegram')).toHaveLength(2);
  });

  it('shows a fresh proof before it requests one from the wallet, if the last one is old', async () => {
    server.provesLate(400);
    const { session, widget } = await signedIn();
    server.provesLate(0);
    const linking = session.link();
    await until(() => widget.isAsked);
    expect(server.to('/auth/telegram')).toHaveLength(2);
    widget.connect();
    await linking;
    expect(server.to('/auth/ton')).toHaveLength(1);
  });

  it('requests one proof from the wallet if no proof is fresher than the launch', async () => {
    server.provesLate(400);
    const { session, widget } = await signedIn();
    server.answers('/auth/ton', server.problem(403, 'step_up_required'));
    const linking = session.link().catch((error: SignInError) => error);
    await until(() => widget.isAsked);
    widget.connect();
    expect(await linking).toMatchObject({ code: 'step_up_required', status: 403 });
    expect(session.getState().status).toBe('signed-in');
    expect(widget.isAsked).toBe(false);
  });

  it('rejects without a signed-in user', async () => {
    const { session } = begin();
    await settled(session);
    await expect(session.link()).rejects.toMatchObject({ code: 'signed_out' });
  });

  it('runs automatically if the app configures it', async () => {
    const { session, widget } = await signedIn({ linkOnConnect: true });
    await until(() => widget.asked === 'loading');
    move();
    await until(() => widget.asked?.startsWith('challenge'));
    widget.connect();
    await until(() => session.getState().session?.amr.length === 2);
  });
});
