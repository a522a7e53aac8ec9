import { walletOf } from '@prichal/connect/test/scripted-connector.ts';
import { until } from '@prichal/connect/test/until.ts';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  begin,
  byInitData,
  later,
  move,
  settled,
  signedIn,
  turns,
  visited,
} from './testing/begun-session.js';
import { signInServer, unreachable } from './testing/sign-in-server.js';
import { walletSource } from './testing/wallet-source.js';

/* Wallets that connect, and their proofs. */

let server: ReturnType<typeof signInServer>;
beforeEach(() => {
  server = signInServer();
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

  it('sends no request before a sign of a user, and then one challenge', async () => {
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

  it('waits while the session is not known', async () => {
    const release = server.hold('/auth/telegram');
    const { session, widget } = begin({
      async telegram(how) {
        await byInitData(how);
        return null;
      },
    });
    await until(() => server.to('/auth/telegram').length > 0);
    await turns();
    expect(widget.requests).not.toContain(null);
    release();
    await settled(session);
    expect(widget.asked).toBe('loading');
    move();
    await until(() => widget.asked?.startsWith('challenge'));
  });

  it('whose button was pressed before the code was loaded gets a challenge without another sign', async () => {
    vi.spyOn(navigator.userActivation, 'hasBeenActive', 'get').mockReturnValue(true);
    const { widget } = begin();
    await until(() => widget.asked === 'challenge-1');
  });

  it('is reported twice, and posted once', async () => {
    const { widget, status } = await visited();
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
  ])('and %s causes an error in the state', async (_, item) => {
    const { session, widget, status } = await visited();
    widget.connect(item);
    await until(() => session.getState().error !== null);
    expect(session.getState().error).toMatchObject({ code: 'proof_not_supported' });
    if (item) expect(session.getState().error?.detail).toContain('no ton_proof here');
    expect(status()).toBe('signed-out');
    expect(server.to('/auth/ton')).toEqual([]);
  });

  it('from the last visit causes no error and no sign-in', async () => {
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

  it('connects without a challenge, and the state has the error', async () => {
    server.answers('/auth/ton/challenge', unreachable);
    const { session, widget } = begin();
    await settled(session);
    await until(() => widget.requests.length > 1);
    move();
    await until(() => session.getState().error !== null);
    expect(session.getState().error).toMatchObject({ code: 'network', status: 0 });
    expect(widget.asked).toBe(null);
    // Otherwise every movement would send a request.
    move();
    await turns();
    expect(server.to('/auth/ton/challenge')).toHaveLength(1);
    later(5_000);
    move();
    await until(() => widget.asked === 'challenge-1');
  });

  it('whose user presses the button after a failure does not wait for the pause', async () => {
    server.answers('/auth/ton/challenge', server.problem(503, 'draining'));
    const { session, widget } = begin();
    await settled(session);
    await until(() => widget.requests.length > 1);
    move();
    await until(() => session.getState().error !== null);
    window.dispatchEvent(new Event('ton-connect-ui-connection-started'));
    await until(() => widget.asked === 'challenge-1');
  });

  it('changes its account: the session of the old one ends', async () => {
    const { widget, status } = await visited();
    widget.connect();
    await until(() => status() === 'signed-in');
    widget.change({
      ...walletOf('alpha'),
      account: { ...walletOf('alpha').account, address: '0:1' },
    });
    expect(status()).toBe('signed-out');
    await until(() => server.sessions === 0);
  });

  it('changes its account: the session of Telegram stays', async () => {
    const { widget, status } = await signedIn();
    widget.connect(null);
    widget.change({
      ...walletOf('alpha'),
      account: { ...walletOf('alpha').account, address: '0:1' },
    });
    await turns();
    expect(status()).toBe('signed-in');
  });

  it('whose challenge was used is asked for a proof a second time, but not a third time', async () => {
    const { session, widget, status } = await visited();
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
    const { widget, status } = await visited();
    server.answers('/auth/ton', unreachable);
    widget.connect();
    await until(() => status() === 'signed-in');
    expect(server.to('/auth/ton')).toHaveLength(2);
  });

  it('ends its session when it disconnects', async () => {
    const { widget, status } = await visited();
    widget.connect();
    await until(() => status() === 'signed-in');
    widget.leave();
    expect(status()).toBe('signed-out');
    await until(() => server.sessions === 0);
    await until(() => widget.asked === 'loading');
  });

  it('keeps the session of Telegram when it disconnects', async () => {
    const { widget, status } = await signedIn();
    widget.connect(null);
    widget.leave();
    await turns();
    expect(status()).toBe('signed-in');
  });
});
