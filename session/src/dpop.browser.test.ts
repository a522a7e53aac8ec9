import { beforeEach, describe, expect, it, vi } from 'vitest';
import { openProver } from './dpop.js';
import { Session } from './session.js';
import { byInitData, later, settled, start } from './testing/begun-session.js';
import { type Arrived, signInServer } from './testing/sign-in-server.js';
import type { SessionOptions } from './types.js';

/* Proofs of the key that a request is bound to (RFC 9449). */

type Part = Record<string, unknown> & { jwk?: JsonWebKey };
const bytes = (text: string) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0));
const part = (text = ''): Part => JSON.parse(new TextDecoder().decode(bytes(text)));

/** Returns the claims of a proof with a valid signature. */
async function opened(proof: string | null): Promise<{ header: Part; claims: Part }> {
  const [head = '', body = '', signature = ''] = String(proof).split('.');
  const header = part(head);
  const ecdsa = { name: 'ECDSA', namedCurve: 'P-256' };
  const key = await crypto.subtle.importKey('jwk', header.jwk ?? {}, ecdsa, false, ['verify']);
  const signed = new TextEncoder().encode(`${head}.${body}`);
  const how = { name: 'ECDSA', hash: 'SHA-256' };
  expect(await crypto.subtle.verify(how, key, bytes(signature), signed)).toBe(true);
  return { header, claims: part(body) };
}

const forget = () =>
  new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase('prichal');
    request.onsuccess = resolve;
    request.onerror = reject;
  });
const seconds = () => Math.floor(Date.now() / 1000);

beforeEach(async () => {
  await forget();
});

describe('a proof', () => {
  it('is bound to one request: method, address without query, time, and a unique ID', async () => {
    const prover = await openProver(false);
    const url = new URL('https://api.example/me?x=1#y');
    const one = await opened((await prover?.proof('post', url)) ?? null);
    const other = await opened((await prover?.proof('PATCH', url)) ?? null);
    expect(one.header).toEqual({
      typ: 'dpop+jwt',
      alg: 'ES256',
      jwk: { kty: 'EC', crv: 'P-256', x: expect.any(String), y: expect.any(String) },
    });
    expect(one.claims).toMatchObject({ htm: 'POST', htu: 'https://api.example/me' });
    expect(Math.abs(Number(one.claims.iat) - seconds())).toBeLessThan(30);
    expect(one.claims).not.toHaveProperty('ath');
    expect(other.claims.htm).toBe('PATCH');
    expect(other.claims.jti).not.toBe(one.claims.jti);
  });

  it('is bound to its token', async () => {
    const prover = await openProver(false);
    const proof = await prover?.proof(
      'GET',
      new URL(location.href),
      'Kz~8mXK1EalYznwH-LC-1fBAo.4Ljp~zsPE_NeO.gxU',
    );
    // RFC 9449, section 4.2 and figure 12.
    expect((await opened(proof ?? null)).claims.ath).toBe(
      'fUHyO2r2Z3DZ53EsNrWBb0xWXoaNy59IiKCAqksmQEo',
    );
  });

  it('uses the same key after a reload, which scripts cannot copy', async () => {
    const keys = await Promise.all(
      [openProver(false), openProver(false)].map(async (prover) => {
        const proof = await (await prover)?.proof('GET', new URL(location.href));
        return (await opened(proof ?? null)).header.jwk?.x;
      }),
    );
    expect(keys[0]).toBe(keys[1]);
    const { openKey } = await import('./dpop-key.js');
    const kept = await openKey(false);
    expect(kept?.privateKey.extractable).toBe(false);
    await expect(crypto.subtle.exportKey('jwk', kept?.privateKey as CryptoKey)).rejects.toThrow();
  });

  it('uses a key of this page, or none, if the browser stores no keys', async () => {
    vi.spyOn(indexedDB, 'open').mockImplementation(() => {
      throw new DOMException('denied', 'SecurityError');
    });
    expect(await openProver(false)).toBe(null);
    expect(await openProver(true)).not.toBe(null);
  });
});

describe('a session that is bound to a key', () => {
  let server: ReturnType<typeof signInServer>;
  async function signedIn(options: SessionOptions = {}) {
    const session = start(new Session({ telegram: byInitData, ...options }));
    await settled(session);
    return session;
  }
  const proofOf = ({ headers }: Arrived) => opened(headers.get('dpop'));

  it('proves it at the exchange, with each request, and at a renewal', async () => {
    server = signInServer({ scheme: 'DPoP' });
    const session = await signedIn();
    const [exchange] = server.to('/auth/telegram');
    expect((await proofOf(exchange as Arrived)).claims).toMatchObject({
      htm: 'POST',
      htu: `${location.origin}/auth/telegram`,
    });
    await session.fetch('/api/me?page=2', { method: 'DELETE' });
    const [request] = server.to('/api/me');
    expect(request?.headers.get('authorization')).toBe('DPoP access-1');
    const { claims } = await proofOf(request as Arrived);
    expect(claims).toMatchObject({ htm: 'DELETE', htu: `${location.origin}/api/me` });
    expect(claims.ath).toEqual(expect.any(String));

    server.expireTokens();
    later(60_000);
    expect((await session.fetch('/api/me')).status).toBe(200);
    const [renewal] = server.to('/auth/refresh');
    const { header } = await proofOf(renewal as Arrived);
    expect(header.jwk).toEqual((await proofOf(exchange as Arrived)).header.jwk);
    const ids = await Promise.all(
      server.to('/api/me').map(async (one) => (await proofOf(one)).claims.jti),
    );
    expect(new Set(ids).size).toBe(3);
  });

  it("sends no proof if the server's answer is without DPoP", async () => {
    server = signInServer();
    const session = await signedIn();
    await session.fetch('/api/me');
    expect(server.to('/api/me')[0]?.headers.get('authorization')).toBe('Bearer access-1');
    expect(server.to('/api/me')[0]?.headers.get('dpop')).toBe(null);
  });

  it.each([{ dpop: false }, { cookie: true }])('is not created with %o', async (options) => {
    server = signInServer();
    await signedIn(options);
    for (const { headers } of server.arrived) expect(headers.get('dpop')).toBe(null);
  });

  it("uses the server’s time if the device's clock is wrong", async () => {
    server = signInServer({ scheme: 'DPoP' });
    const ahead = new Date(Date.now() + 3_600_000).toUTCString();
    server.answers('/auth/telegram', server.problem(401, 'dpop_invalid', { date: ahead }));
    const session = await signedIn();
    expect(session.getState().status).toBe('signed-in');
    const [first, second] = await Promise.all(server.to('/auth/telegram').map(proofOf));
    const gap = Number(second?.claims.iat) - Number(first?.claims.iat);
    expect(Math.abs(gap - 3600)).toBeLessThan(30);
  });

  it('sends the nonce that a backend requires', async () => {
    server = signInServer({ scheme: 'DPoP' });
    const session = await signedIn();
    server.answers('/api/me', server.problem(401, 'use_dpop_nonce', { 'dpop-nonce': 'n-1' }));
    expect((await session.fetch('/api/me')).status).toBe(200);
    const nonces = await Promise.all(
      server.to('/api/me').map(async (one) => (await proofOf(one)).claims.nonce),
    );
    expect(nonces).toEqual([undefined, 'n-1']);
    expect(server.to('/auth/refresh')).toEqual([]);
  });

  it('is not retried a third time after rejections', async () => {
    server = signInServer();
    const date = (hours: number) => ({
      date: new Date(Date.now() + hours * 3_600_000).toUTCString(),
    });
    server.answers(
      '/auth/telegram',
      ...[1, 2, 3].map((hours) => server.problem(401, 'dpop_invalid', date(hours))),
    );
    const session = await signedIn({
      telegram: async ({ send }) => {
        const answer = await send?.('/auth/telegram', { method: 'POST', body: '{}' });
        expect(answer?.status).toBe(401);
        return null;
      },
    });
    expect(session.getState().status).toBe('signed-out');
    expect(server.to('/auth/telegram')).toHaveLength(2);
  });
});
