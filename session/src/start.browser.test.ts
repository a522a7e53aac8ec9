import { until } from '@prichal/connect/test/until.ts';
import { ask, type SignedIn, SignInError } from '@prichal/telegram/session';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Session } from './session.js';
import {
  begin,
  byInitData,
  move,
  settled,
  signedIn,
  stopAll,
  turns,
} from './testing/begun-session.js';
import { signInServer } from './testing/sign-in-server.js';
import { walletSource } from './testing/wallet-source.js';
import type { SessionOptions } from './types.js';

/** The start of a session with its page, and its end. */

let server: ReturnType<typeof signInServer>;
beforeEach(() => {
  server = signInServer();
});

/** Signs in with init data, and reads errors like `signInWithInitData`. */
const exchanged: NonNullable<SessionOptions['telegram']> = ({ send = fetch }) =>
  ask<SignedIn>(send, '/auth/telegram', {});

describe('Telegram', () => {
  it('signs in automatically', async () => {
    const { session, widget } = begin({ telegram: byInitData });
    expect(session.getState().status).toBe('unknown');
    await until(() => session.getState().status === 'signed-in');
    expect(server.to('/auth/telegram')).toHaveLength(1);
    // The code that follows wallets loads meanwhile, and gets the session only then.
    await until(() => widget.asked === null);
    expect(server.to('/auth/ton/challenge')).toEqual([]);
  });

  it('sets an error if the server rejects it', async () => {
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

  it('is retried when the network is back', async () => {
    let tries = 0;
    const { session, status } = begin({
      telegram: (how) => {
        tries += 1;
        if (tries > 1) return byInitData(how);
        throw new SignInError({ code: 'network', detail: 'nobody there' });
      },
    });
    await settled(session);
    expect(status()).toBe('signed-out');
    window.dispatchEvent(new Event('online'));
    await until(() => status() === 'signed-in');
  });
});

describe('a server that cannot answer now', () => {
  it.each([429, 503])('and answers %s is retried when the page becomes visible', async (code) => {
    server.answers('/auth/telegram', server.problem(code, 'busy'));
    const { session, status } = begin({ telegram: exchanged });
    await until(() => session.getState().error?.status === code);
    const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    window.dispatchEvent(new Event('visibilitychange'));
    await turns();
    expect(server.to('/auth/telegram')).toHaveLength(1);
    hidden.mockReturnValue(false);
    window.dispatchEvent(new Event('visibilitychange'));
    await until(() => status() === 'signed-in');
    expect(session.getState().error).toBe(null);
  });

  it.each([401, 403])('and rejects with %s is not retried', async (code) => {
    server.answers('/auth/telegram', server.problem(code, 'rejected'));
    const { session } = begin({ telegram: exchanged });
    await until(() => session.getState().error?.status === code);
    window.dispatchEvent(new Event('online'));
    await turns();
    expect(server.to('/auth/telegram')).toHaveLength(1);
  });
});

describe('starting and stopping', () => {
  it('before the sheet is open keeps it closed', async () => {
    const { session, widget } = begin();
    await settled(session);
    const release = server.hold('/auth/ton/challenge');
    const signing = session.signIn();
    await until(() => server.to('/auth/ton/challenge').length === 1);
    stopAll();
    release();
    await expect(signing).rejects.toMatchObject({ code: 'cancelled' });
    expect(widget.isAsked).toBe(false);
    expect(widget.listeners).toBe(0);
  });

  it('any number of times is one session', async () => {
    const widget = walletSource();
    const session = new Session({ dpop: false, telegram: byInitData });
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

  it('while the sheet is open cancels the sign-in', async () => {
    const { session, widget } = begin();
    const signing = session.signIn();
    await until(() => widget.isAsked);
    stopAll();
    await expect(signing).rejects.toMatchObject({ code: 'cancelled' });
    expect(widget.listeners).toBe(0);
    move();
    await turns();
    expect(widget.asked).toBe(null);
  });

  it('nothing is stored where other scripts can read it', async () => {
    const { session } = await signedIn();
    await session.fetch('/api/me');
    const kept = JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]);
    expect(kept).not.toMatch(/access-|refresh-/);
  });
});
