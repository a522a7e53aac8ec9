// Checks each row of docs/internals/threat-model.md: a stolen secret gives access to the real
// binary only as the row says.

import assert from 'node:assert/strict';
import { generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { type AuthAnswer, AuthClient, authSettings } from '../fixtures/auth-client.ts';
import { type Server, startServer, whenReady } from '../fixtures/server.ts';
import { initData, ProvingWallet } from '../fixtures/sign-in.ts';
import '../contract/node-test.ts';

const folder = mkdtempSync(join(tmpdir(), 'prichal-stolen-'));
let server: Server;
let client: AuthClient;
/** The accounts' current key according to the chain's API. */
let keyOfNow = '';
const chain = createServer((_request, response) => {
  response.end(JSON.stringify({ exit_code: 0, stack: [{ type: 'num', value: `0x${keyOfNow}` }] }));
});

before(async () => {
  await new Promise<void>((listening) => chain.listen(0, '127.0.0.1', listening));
  server = await startServer(['--data', join(folder, 'data')], {
    ...authSettings(folder),
    PRICHAL_AUTH_PASS_JWT: 'true',
    PRICHAL_AUTH_REFRESH_GRACE: '0',
    PRICHAL_AUTH_TELEGRAM_REPLAY: 'allow',
    PRICHAL_AUTH_COOKIE: 'lax',
    PRICHAL_AUTH_TON_API: `-239=http://127.0.0.1:${(chain.address() as AddressInfo).port}`,
  });
  await whenReady(server);
  client = new AuthClient(server.origin);
});
after(async () => {
  client.close();
  assert.equal(await server.stop(), 0);
  chain.close();
  rmSync(folder, { recursive: true });
});

const now = () => Math.floor(Date.now() / 1_000);
const TEN_MINUTES = 600;

const outcome = ({ status, code }: AuthAnswer) => (code === '' ? `${status}` : `${status} ${code}`);
const bearer = (token: unknown) => ({ Authorization: `Bearer ${token}` });
const tokenOf = (answer: AuthAnswer) => bearer(answer.json.access_token);
const userOf = (answer: AuthAnswer) => (answer.json.user as { sub: string }).sub;
/** Signs in with a launch that is `ago` seconds old. */
const signIn = (id: number, ago = 0) => client.signInByTelegram(initData(id, now() - ago));
const post = async (wallet: ProvingWallet, headers = {}, more: object = {}) => {
  const proof = JSON.parse(wallet.prove(await client.challenge())) as object;
  return client.post('/auth/ton', JSON.stringify({ ...proof, ...more }), headers);
};
const unlink = (name: string, headers: Record<string, string>) =>
  client.ask('DELETE', `/auth/identities/${encodeURIComponent(name)}`, headers);

/** Attempts to change the account with a stolen secret. */
async function changes(id: number, headers: Record<string, string>): Promise<string[]> {
  return [
    outcome(await post(new ProvingWallet(id), headers, { link: true })),
    outcome(await unlink(`telegram:${id}`, headers)),
    outcome(await client.post('/auth/logout', '{"all":true}', headers)),
    outcome(await client.ask('DELETE', '/auth/user', headers)),
  ];
}
const refused = Array.from({ length: 4 }, () => '403 step_up_required');

test('an access token cannot change the account', async () => {
  const owner = await signIn(1, TEN_MINUTES);
  assert.deepEqual(await changes(1, tokenOf(owner)), refused);
  const verify = await client.ask('GET', '/auth/verify?max_age=300', tokenOf(owner));
  assert.equal(outcome(verify), '403 proof_too_old');
  assert.equal(outcome(await client.ask('GET', '/auth/session', tokenOf(owner))), '200');
  assert.equal(userOf(await signIn(1)), userOf(owner));
});

test('an access token of a fresh session links only identities that the owner can unlink', async () => {
  const owner = await signIn(2, 60);
  const thief = new ProvingWallet(2);
  assert.equal(outcome(await post(thief, tokenOf(owner))), '200');
  assert.equal(outcome(await unlink('telegram:2', tokenOf(owner))), '403 step_up_required');
  const back = await signIn(2);
  assert.equal(userOf(back), userOf(owner));
  assert.equal(outcome(await unlink(`ton:-239:${thief.address}`, tokenOf(back))), '204');
});

test('an access token bound to a key is worthless without it', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { kty, crv, x, y } = publicKey.export({ format: 'jwk' });
  const part = (of: object) => Buffer.from(JSON.stringify(of)).toString('base64url');
  const proof = (htm: string, path: string) => {
    const head = part({ typ: 'dpop+jwt', alg: 'ES256', jwk: { kty, crv, x, y } });
    const htu = `${server.origin}${path}`;
    const signed = `${head}.${part({ htm, htu, iat: now(), jti: randomUUID() })}`;
    const by = { key: privateKey, dsaEncoding: 'ieee-p1363' } as const;
    return `${signed}.${sign('sha256', Buffer.from(signed), by).toString('base64url')}`;
  };
  const owner = await client.post('/auth/telegram', '', {
    Authorization: `tma ${initData(9)}`,
    DPoP: proof('POST', '/auth/telegram'),
  });
  assert.equal(owner.json.token_type, 'DPoP');
  assert.deepEqual(
    await changes(9, tokenOf(owner)),
    Array.from({ length: 4 }, () => '401 dpop_required'),
  );
});

test('a session cookie cannot change the account', async () => {
  const page = { Origin: server.origin };
  const { headers } = await fetch(`${server.origin}/auth/telegram?cookie=1`, {
    method: 'POST',
    headers: { ...page, Authorization: `tma ${initData(10, now() - TEN_MINUTES)}` },
  });
  const cookies = headers.getSetCookie().map((line) => line.split(';')[0]);
  assert.deepEqual(await changes(10, { ...page, Cookie: cookies.join('; ') }), refused);
});

test('sign-in rejects a token for backends', async () => {
  const owner = await signIn(3);
  const verified = await fetch(`${server.origin}/auth/verify`, { headers: tokenOf(owner) });
  const passed = { Authorization: String(verified.headers.get('authorization')) };
  assert.match(passed.Authorization, /^Bearer /);
  const answers = [
    ...(await changes(3, passed)),
    outcome(await client.ask('GET', '/auth/session', passed)),
  ];
  assert.deepEqual(
    answers,
    Array.from({ length: 5 }, () => '401 token_invalid'),
  );
});

test('a refresh token cannot change the account, and the next renewal ends the session', async () => {
  const owner = await signIn(4, TEN_MINUTES);
  const renewed = await client.renew(String(owner.json.refresh_token));
  assert.deepEqual(await changes(4, tokenOf(renewed)), refused);
  const late = await client.renew(String(owner.json.refresh_token));
  assert.equal(late.status, 401);
  assert.equal(
    outcome(await client.ask('GET', '/auth/session', tokenOf(renewed))),
    '401 session_revoked',
  );
});

test('old init data signs in but cannot change the account', async () => {
  const raw = initData(5, now() - TEN_MINUTES);
  const owner = await client.signInByTelegram(raw);
  const thief = await client.signInByTelegram(raw);
  assert.equal(userOf(thief), userOf(owner));
  assert.deepEqual(await changes(5, tokenOf(thief)), refused);
});

test('init data cannot merge accounts, however fresh', async () => {
  const owner = await signIn(6);
  const thief = await post(new ProvingWallet(6));
  const body = JSON.stringify({ init_data: initData(6), merge: true });
  assert.equal(
    outcome(await client.post('/auth/telegram', body, tokenOf(thief))),
    '403 step_up_required',
  );
  assert.equal(userOf(await signIn(6)), userOf(owner));
});

test('a used proof is worthless', async () => {
  const proof = new ProvingWallet(7).prove(await client.challenge());
  assert.equal(outcome(await client.post('/auth/ton', proof)), '200');
  assert.equal(outcome(await client.post('/auth/ton', proof)), '409 challenge_used');
});

test('the key of a linked wallet cannot unlink earlier identities', async () => {
  const owner = await signIn(8);
  const stolen = new ProvingWallet(8);
  assert.equal(outcome(await post(stolen, tokenOf(owner))), '200');
  const thief = await post(stolen);
  assert.equal(userOf(thief), userOf(owner));
  assert.equal(outcome(await post(new ProvingWallet(80), tokenOf(thief))), '200');
  assert.equal(outcome(await unlink('telegram:8', tokenOf(thief))), '403 step_up_required');
  assert.equal(
    outcome(await client.ask('DELETE', '/auth/user', tokenOf(thief))),
    '403 step_up_required',
  );
  // Proofs have whole seconds, and this one must be later than the links.
  const back = await client.signInByTelegram(initData(8, now() + 1));
  for (const wallet of [stolen, new ProvingWallet(80)]) {
    assert.equal(outcome(await unlink(`ton:-239:${wallet.address}`, tokenOf(back))), '204');
  }
  assert.equal(userOf(await signIn(8)), userOf(owner));
});

test('the first key of a wallet with a changed key cannot sign in', async () => {
  const wallet = new ProvingWallet(11, 'telegram');
  keyOfNow = new ProvingWallet(12).publicKey;
  assert.equal(outcome(await post(wallet)), '401 public_key_mismatch');
});

test('the first key of a wallet with an unchanged key signs in', async () => {
  const wallet = new ProvingWallet(13, 'telegram');
  keyOfNow = wallet.publicKey;
  assert.equal(outcome(await post(wallet)), '200');
});
