import { watchPage } from '@prichal/connect/test/left-behind.ts';
import { until } from '@prichal/connect/test/until.ts';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { beginAlone, byInitData, later, signedInAlone } from './testing/begun-session.js';
import { signInServer, unreachable } from './testing/sign-in-server.js';

/* Requests of a signed-in app: their headers, and the renewal of tokens. */

let server: ReturnType<typeof signInServer>;
const tokens = (path: string) => server.to(path).map(({ headers }) => headers.get('authorization'));

beforeEach(() => {
  server = signInServer();
});

describe('the session is sent', () => {
  it('to this origin, and to the configured ones', async () => {
    const session = await signedInAlone({ apiOrigins: ['https://api.example'] });
    await session.fetch('/api/me');
    await session.fetch(new URL('/api/you', location.href));
    await session.fetch('https://api.example/me', { headers: { 'x-trace': '1' } });
    expect(tokens('/api/me')).toEqual(['Bearer access-1']);
    expect(tokens('/api/you')).toEqual(['Bearer access-1']);
    expect(tokens('https://api.example/me')).toEqual(['Bearer access-1']);
    expect(server.to('https://api.example/me')[0]?.headers.get('x-trace')).toBe('1');
  });

  it.each([
    'https://api.example.evil.example/me',
    'https://evil.example/?https://api.example',
    'http://api.example/me',
    'https://api.example:8443/me',
    '//evil.example/me',
    'data:,hello',
  ])('to no other origin: %s', async (url) => {
    const session = await signedInAlone({ apiOrigins: ['https://api.example'] });
    server.answers(url, new Response('hello'));
    await session.fetch(url).catch(() => undefined);
    const [sent] = server.arrived.filter(({ path }) => !path.startsWith('/auth'));
    expect(sent).toBeDefined();
    expect(sent?.headers.get('authorization')).toBe(null);
  });

  it('but not if the app sets its own authorization', async () => {
    const session = await signedInAlone();
    await session.fetch('/api/me', { headers: { Authorization: 'Basic eDp5' } });
    await session.fetch(new Request('/api/me', { headers: { authorization: 'Basic eDp5' } }));
    expect(tokens('/api/me')).toEqual(['Basic eDp5', 'Basic eDp5']);
  });

  it('with a Request object', async () => {
    const session = await signedInAlone();
    const answer = await session.fetch(new Request('/api/me', { method: 'POST', body: 'sent' }));
    expect(await answer.text()).toBe('sent');
    expect(server.to('/api/me')[0]?.method).toBe('POST');
  });

  it('only once the session is known', async () => {
    const release = server.hold('/auth/telegram');
    const session = beginAlone({ telegram: byInitData });
    const asking = session.fetch('/api/me');
    await until(() => server.to('/auth/telegram').length > 0);
    expect(server.to('/api/me')).toEqual([]);
    release();
    expect((await asking).status).toBe(200);
  });
});

describe('a token', () => {
  it('is renewed before its end', async () => {
    const session = await signedInAlone();
    later(595_000);
    await Promise.all([session.fetch('/api/me'), session.fetch('/api/me')]);
    expect(tokens('/api/me')).toEqual(['Bearer access-2', 'Bearer access-2']);
    expect(server.to('/auth/refresh')).toHaveLength(1);
    expect(server.to('/auth/refresh')[0]?.body).toEqual({ refresh_token: 'refresh-1' });
  });

  it('that is rejected is renewed once for all its requests', async () => {
    const session = await signedInAlone();
    server.expireTokens();
    later(60_000);
    const release = server.hold('/api/me');
    const asking = Array.from({ length: 20 }, () => session.fetch('/api/me'));
    await until(() => server.to('/api/me').length === 20);
    release();
    const answers = await Promise.all(asking);
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
    expect(server.to('/auth/refresh')).toHaveLength(1);
    expect(server.to('/api/me')).toHaveLength(40);
  });

  it('that is always rejected is not renewed repeatedly', async () => {
    const session = await signedInAlone();
    later(60_000);
    const refused = Array.from({ length: 12 }, () => server.problem(401, 'not_for_you'));
    server.answers('/api/me', ...refused);
    for (let request = 0; request < 6; request += 1) {
      expect((await session.fetch('/api/me')).status).toBe(401);
    }
    expect(server.to('/auth/refresh')).toHaveLength(1);
    expect(session.getState().status).toBe('signed-in');
  });

  it('that cannot be renewed now is used unchanged, and the session stays', async () => {
    const session = await signedInAlone();
    later(700_000);
    server.answers('/auth/refresh', unreachable);
    expect((await session.fetch('/api/me')).status).toBe(200);
    expect(session.getState()).toMatchObject({ status: 'signed-in', error: null });
  });

  it.each([403, 429, 503])('keeps the session if its renewal is answered with %s', async (code) => {
    const session = await signedInAlone();
    later(700_000);
    server.answers('/auth/refresh', server.problem(code, 'busy'));
    expect((await session.fetch('/api/me')).status).toBe(200);
    expect(session.getState()).toMatchObject({ status: 'signed-in', error: null });
  });

  it('of an ended session signs out, and returns the backend’s answer', async () => {
    const session = await signedInAlone();
    server.revokeAll();
    later(60_000);
    const answers = await Promise.all([session.fetch('/api/me'), session.fetch('/api/me')]);
    expect(answers.map(({ status }) => status)).toEqual([401, 401]);
    expect(server.to('/auth/refresh')).toHaveLength(1);
    expect(session.getState()).toMatchObject({
      status: 'signed-out',
      user: null,
      error: { code: 'session_revoked', status: 401 },
    });
  });

  it('that arrives after a sign-out is ignored', async () => {
    const session = await signedInAlone();
    later(700_000);
    const release = server.hold('/auth/refresh');
    const asking = session.fetch('/api/me');
    await until(() => server.to('/auth/refresh').length > 0);
    const leaving = session.signOut();
    release();
    await Promise.all([asking, leaving]);
    expect(session.getState().status).toBe('signed-out');
    expect(server.sessions).toBe(0);
  });
});

describe('a rejected request is repeated once', () => {
  const bodies = {
    text: () => 'sent',
    form: () => new URLSearchParams({ a: 'b' }),
    bytes: () => new TextEncoder().encode('sent'),
    blob: () => new Blob(['sent']),
  };
  it.each(Object.entries(bodies))('with its %s', async (_, body) => {
    const session = await signedInAlone();
    server.expireTokens();
    later(60_000);
    const answer = await session.fetch('/api/me', { method: 'POST', body: body() });
    expect(answer.status).toBe(200);
    expect(await answer.text()).toMatch(/^(sent|a=b)$/);
  });

  it('if it is a Request with a body', async () => {
    const session = await signedInAlone();
    server.expireTokens();
    later(60_000);
    const answer = await session.fetch(new Request('/api/me', { method: 'PUT', body: 'sent' }));
    expect(await answer.text()).toBe('sent');
    expect(server.to('/api/me').map(({ method }) => method)).toEqual(['PUT', 'PUT']);
  });

  it('but not with a stream, which is consumed: the next request has the new token', async () => {
    const session = await signedInAlone();
    server.expireTokens();
    later(60_000);
    const body = new Blob(['sent']).stream();
    const init = { method: 'POST', body, duplex: 'half' } as RequestInit;
    expect((await session.fetch('/api/me', init)).status).toBe(401);
    expect(server.to('/api/me')).toHaveLength(1);
    expect((await session.fetch('/api/me')).status).toBe(200);
  });

  it('but not after its caller has aborted it', async () => {
    const session = await signedInAlone();
    const given = new AbortController();
    given.abort(new Error('given up'));
    await expect(session.fetch('/api/me', { signal: given.signal })).rejects.toThrow();
  });
});

describe('a session in a cookie', () => {
  beforeEach(() => {
    server = signInServer({ cookie: true });
  });

  it('is restored after a reload, and the page never gets a token', async () => {
    await signedInAlone({ cookie: true });
    const session = beginAlone({ cookie: true });
    await until(() => session.getState().status === 'signed-in');
    expect(server.to('/auth/session').at(-1)).toMatchObject({ credentials: 'include' });
    expect(server.to('/auth/session').at(-1)?.headers.get('accept')).toBe(
      'application/vnd.prichal.cookie+json',
    );
    await session.fetch('/api/me');
    expect(server.to('/api/me')[0]).toMatchObject({ credentials: 'include' });
    expect(tokens('/api/me')).toEqual([null]);
  });

  it('that does not exist leaves the user signed out, without an error', async () => {
    const session = beginAlone({ cookie: true });
    await until(() => session.getState().status === 'signed-out');
    expect(session.getState().error).toBe(null);
  });

  it('ends in every tab', async () => {
    const watched = watchPage();
    const told = vi.spyOn(BroadcastChannel.prototype, 'postMessage');
    const one = await signedInAlone({ cookie: true });
    const other = beginAlone({ cookie: true });
    await until(() => other.getState().status === 'signed-in');
    // Each session opens its channel once its code is loaded.
    await until(() => watched.left().filter((left) => left === 'window pageshow').length === 2);
    await one.signOut();
    await until(() => other.getState().status === 'signed-out');
    await one.signIn();
    await until(() => other.getState().status === 'signed-in');
    // A tab that was notified does not notify others, or two tabs would never stop.
    expect(told).toHaveBeenCalledTimes(2);
  });

  it('stays in both tabs if they renew it at the same time', async () => {
    const one = await signedInAlone({ cookie: true });
    const other = beginAlone({ cookie: true });
    await until(() => other.getState().status === 'signed-in');
    later(60_000);
    server.answers('/api/me', server.problem(401, 'expired'), server.problem(401, 'expired'));
    const release = server.hold('/auth/refresh');
    const asking = [one.fetch('/api/me'), other.fetch('/api/me')];
    await until(() => server.to('/auth/refresh').length === 2);
    release();
    expect((await Promise.all(asking)).map(({ status }) => status)).toEqual([200, 200]);
    for (const { getState } of [one, other]) expect(getState().status).toBe('signed-in');
  });

  it('is checked again by a page from the back-forward cache', async () => {
    const watched = watchPage();
    const session = await signedInAlone({ cookie: true });
    // The channel to other tabs opens when its code is loaded.
    await until(() => watched.left().includes('window pageshow'));
    window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));
    server.revokeAll();
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    await until(() => session.getState().status === 'signed-out');
  });
});
