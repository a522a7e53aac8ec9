// Calls each operation of docs/api/openapi.yaml on the built binary, with valid and invalid
// requests, and checks each event of docs/api/asyncapi.yaml.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { type Server, startServer, whenReady } from '../fixtures/server.ts';
import { botToken, domain, initData, ProvingWallet } from '../fixtures/sign-in.ts';
import {
  pulledIcon,
  startWalletsUpstream,
  type WalletsUpstream,
} from '../fixtures/wallets-upstream.ts';
import { answers } from './answers.ts';
import { type Ask, askingAt } from './asking.ts';
import './node-test.ts';

const folder = mkdtempSync(join(tmpdir(), 'prichal-contract-'));
const secret = 'a secret of sixteen characters and more';
const id = (number: number) => number.toString(16).padStart(64, '0');
const json = { 'Content-Type': 'application/json' };
const form = { 'Content-Type': 'application/x-www-form-urlencoded' };

let server: Server;
let ask: Ask;
let upstream: WalletsUpstream;
/** Path of an icon on `server`. */
let icon: string;
/** A server without sign-in and sandbox. */
let plain: Server;

function fileOf(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, `${text}\n`, { mode: 0o600 });
  return path;
}

before(async () => {
  upstream = await startWalletsUpstream(['quay']);
  server = await startServer([], {
    PRICHAL_SERVER_LOOPS: '1', // with several loops, each gets the list at its own time
    PRICHAL_WALLETS_REFRESH: '3600',
    PRICHAL_WALLETS_SOURCE: upstream.source,
    PRICHAL_PRODUCT_BOT: 'https://t.me/prichal_bot',
    PRICHAL_PROXIES_TRUSTED: '127.0.0.1/32',
    PRICHAL_BRIDGE_HEARTBEAT: '1',
    PRICHAL_BRIDGE_RATE_LIMIT: '1',
    PRICHAL_BRIDGE_RATE_BURST: '1',
    PRICHAL_AUTH_TELEGRAM_TOKENS_FILE: fileOf('tokens', botToken),
    PRICHAL_AUTH_TON_DOMAINS: domain,
    PRICHAL_AUTH_COOKIE: 'lax',
    PRICHAL_AUTH_CHALLENGE_RATE: '1',
    PRICHAL_AUTH_OIDC_CLIENT_ID: '7000000001',
    PRICHAL_AUTH_OIDC_CLIENT_SECRET_FILE: fileOf('oidc', secret),
    PRICHAL_AUTH_INTROSPECTION_SECRET_FILE: fileOf('introspection', secret),
  });
  ask = askingAt(server.origin);
  plain = await startServer([], {
    PRICHAL_DEV_ENABLED: 'false',
    PRICHAL_SITE_ORIGIN: 'https://app.example.org',
    PRICHAL_STORE_KIND: 'memory',
    PRICHAL_BRIDGE_ORIGINS: 'https://dapp.example',
  });
  await whenReady(server);
  // The page's policy does not change from here on.
  icon = await pulledIcon(server.origin, 'quay');
});
after(async () => {
  await Promise.all([server?.stop(), plain?.stop(), upstream?.stop()]);
  rmSync(folder, { recursive: true, force: true });
});

async function signIn(person: number): Promise<{ token: string; refresh: string; user: string }> {
  const { json: said } = await ask('POST', '/auth/telegram', 200, {
    headers: { Authorization: `tma ${initData(person)}` },
  });
  const { sub } = said.user as { sub: string };
  return { token: `${said.access_token}`, refresh: `${said.refresh_token}`, user: sub };
}

const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });

test('site', async () => {
  for (const path of [
    '/',
    '/wheel',
    '/about',
    '/buy-prichal',
    '/open-in-telegram.svg',
    '/favicon.svg',
    '/tonconnect-manifest.json',
    '/wallets-v2.json',
  ]) {
    const { headers } = await ask('GET', path, 200);
    await ask('HEAD', path, 200);
    await ask('GET', path, 304, { headers: { 'If-None-Match': headers.get('etag') ?? '' } });
    await ask('GET', path, 406, { headers: { 'Accept-Encoding': '*;q=0' } });
    await ask('POST', path, 405);
    await ask('DELETE', path, 405);
  }
  const { headers } = await ask('GET', '/', 200);
  const [, asset = ''] = /<(\/assets\/[^>]+)>/.exec(headers.get('link') ?? '') ?? [];
  await ask('GET', asset, 200);
  await ask('HEAD', asset, 200);
  await ask('GET', '/assets/nothing.js', 404);
  const { headers: ofIcon } = await ask('GET', icon, 200);
  await ask('HEAD', icon, 200);
  await ask('GET', icon, 304, { headers: { 'If-None-Match': ofIcon.get('etag') ?? '' } });
  await ask('GET', icon, 406, { headers: { 'Accept-Encoding': '*;q=0' } });
  await ask('POST', icon, 405);
  await ask('GET', '/wallets/quay.webp', 404, { headers: { Accept: 'text/html' } });
  await ask('GET', '/nothing', 404);
  await ask('GET', '/nothing', 302, { headers: { Accept: 'text/html' } });
  await ask('POST', '/nothing', 404);
  await ask('POST', '/nothing', 404, { body: 'a body' });
  await ask('POST', '/', 405, { body: 'a body' });
  await ask('OPTIONS', '/tonconnect-manifest.json', 204);
  await ask('OPTIONS', '/wallets-v2.json', 204);
  await ask('OPTIONS', '/', 405);
  await ask('GET', '/buy-another', 404);
  await ask('GET', '/open-in-telegram.svg', 404, { at: plain.origin });
});

test('sandbox', async () => {
  await ask('GET', '/stand', 302);
  await ask('HEAD', '/stand', 302);
  await ask('GET', '/stand/wallet', 302);
  await ask('GET', '/stand/wallet/', 200);
  await ask('HEAD', '/stand/wallet/', 200);
  await ask('GET', '/stand/nothing', 404);
  await ask('GET', '/stand/bridge', 200);
  const to = `/bridge/message?client_id=${id(1)}&to=${id(2)}&ttl=5`;
  const fault = (name: string) => ask('POST', `/stand/bridge?fault=${name}&half=all`, 200);
  await fault('error');
  await ask('POST', to, 500, { body: 'x' });
  await ask('GET', `/bridge/events?client_id=${id(1)}`, 500);
  await fault('refused');
  await ask('POST', to, 302, { body: 'x' });
  await ask('GET', `/bridge/events?client_id=${id(1)}`, 302);
  await fault('none');
  await ask('POST', '/stand/bridge?fault=nonsense', 400);
  await ask('POST', '/stand/bridge?fault=none&half=all', 403, {
    headers: { Origin: 'https://evil.example' },
  });
  await ask('DELETE', '/stand/bridge', 405);
});

test('bridge', async () => {
  const from = { headers: { Origin: 'https://dapp.example' } };
  const message = `/bridge/message?client_id=${id(3)}&to=${id(4)}&ttl=60`;
  await ask('POST', message, 200, { ...from, body: 'hello' });
  await ask('POST', `/bridge/message?client_id=${id(3)}`, 400, { ...from, body: 'x' });
  await ask('POST', message, 413, { body: 'x'.repeat(300_000) });
  const address = { 'X-Forwarded-For': '198.51.100.9', Origin: 'https://dapp.example' };
  let status = 0;
  while (status !== 429) {
    const posted = await fetch(server.origin + message, {
      method: 'POST',
      headers: address,
      body: 'x',
    });
    ({ status } = posted);
    await posted.text();
  }
  await ask('GET', '/bridge/events', 400, from);
  const many = Array.from({ length: 201 }, (_, number) => id(number)).join();
  await ask('GET', `/bridge/events?client_id=${many}`, 414);
  const question = JSON.stringify({ client_id: id(3), url: 'https://dapp.example' });
  await ask('POST', '/bridge/verify', 200, { headers: json, body: question });
  await ask('POST', '/bridge/verify', 400);
  await ask('GET', '/bridge/limits', 200, from);
  await ask('GET', '/bridge/limits', 200);
  for (const name of ['events', 'message', 'verify', 'limits']) {
    await ask('OPTIONS', `/bridge/${name}`, 204, from);
    await ask('OPTIONS', `/bridge/${name}`, 204);
    await ask('DELETE', `/bridge/${name}`, 405);
    const stranger = { at: plain.origin, headers: { Origin: 'https://evil.example' } };
    await ask(/events|limits/.test(name) ? 'GET' : 'POST', `/bridge/${name}`, 403, stranger);
    await ask('DELETE', `/bridge/${name}`, 403, stranger);
    await ask('OPTIONS', `/bridge/${name}`, 403, stranger);
  }
  await ask('GET', '/bridge/nothing', 404);
  await ask('POST', '/bridge/nothing/at/all', 404);
});

test('events of a stream', async () => {
  const controllers: AbortController[] = [];
  const listen = async (more: string): Promise<ReadableStreamDefaultReader<Uint8Array>> => {
    const controller = new AbortController();
    controllers.push(controller);
    const url = `${server.origin}/bridge/events?client_id=${id(5)}&enable_queue_done_event=true${more}`;
    const { body } = await fetch(url, { signal: controller.signal });
    assert.ok(body);
    return body.getReader();
  };
  await ask('POST', `/bridge/message?client_id=${id(6)}&to=${id(5)}&ttl=60`, 200, {
    body: '"quoted"\n',
  });
  for (const kind of ['legacy', 'message']) {
    const reader = await listen(`&heartbeat=${kind}`);
    let text = '';
    while (!/heartbeat/.test(text))
      text += Buffer.from((await reader.read()).value ?? []).toString();
  }
  for (const controller of controllers) controller.abort();
  const { seen } = answers.events;
  const all = ['message', 'queueDone', 'heartbeat', 'heartbeatMessage', 'retry'];
  assert.deepEqual([...seen].toSorted(), all.toSorted());
});

test('sign-in with Telegram and with a refresh token', async () => {
  const { token, refresh } = await signIn(42);
  const authorized = { headers: bearer(token) };
  await ask('POST', '/auth/telegram', 400);
  await ask('POST', '/auth/telegram', 401, {
    headers: { Authorization: 'tma user=1&hash=0&auth_date=1' },
  });
  await ask('POST', '/auth/telegram', 403, { headers: { Origin: 'https://evil.example' } });
  await ask('POST', '/auth/telegram/id-token', 400, { body: '{}' });
  await ask('GET', '/auth/session', 200, authorized);
  await ask('GET', '/auth/session', 401);
  await ask('GET', '/auth/sessions', 200, authorized);
  await ask('GET', '/auth/sessions', 401, { headers: bearer('nonsense') });
  await ask('GET', '/auth/verify', 204, authorized);
  await ask('POST', '/auth/verify', 401);
  await ask('GET', '/auth/verify?require=ton', 403, authorized);
  await ask('GET', '/auth/verify?nonsense', 400, authorized);
  const { json: renewed } = await ask('POST', '/auth/refresh', 200, {
    headers: json,
    body: JSON.stringify({ refresh_token: refresh }),
  });
  await ask('POST', '/auth/refresh', 401);
  const basic = {
    ...form,
    Authorization: `Basic ${Buffer.from(`x:${secret}`).toString('base64')}`,
  };
  for (const asked of [token, `${renewed.refresh_token}`, 'nonsense']) {
    const body = `token=${asked}`;
    await ask('POST', '/auth/introspect', 200, { headers: { ...form, ...bearer(secret) }, body });
    await ask('POST', '/admin/auth/introspect', 200, { at: server.admin, headers: form, body });
  }
  await ask('POST', '/auth/introspect', 400, { headers: basic });
  await ask('POST', '/auth/introspect', 401, { headers: form, body: 'token=x' });
  await ask('DELETE', '/auth/sessions/s_nonsense', 404, authorized);
  await ask('DELETE', '/auth/identities/telegram%3A42', 409, authorized);
  await ask('DELETE', '/auth/identities/nonsense', 404, authorized);
  const other = await signIn(42);
  const { json: session } = await ask('GET', '/auth/session', 200, {
    headers: bearer(other.token),
  });
  await ask('DELETE', `/auth/sessions/${(session.session as { id: string }).id}`, 204, authorized);
  await ask('POST', '/auth/revoke', 200, { headers: form, body: `token=${other.token}` });
  await ask('POST', '/auth/revoke', 400);
  await ask('POST', '/auth/logout', 204, authorized);
  await ask('POST', '/auth/logout', 401, authorized);
  const { token: leaving } = await signIn(43);
  await ask('DELETE', '/auth/user', 204, { headers: bearer(leaving) });
  await ask('DELETE', '/auth/user', 401);
  await ask('GET', '/auth/nothing', 404);
  await ask('POST', '/auth/nothing/at/all', 404);
});

test('sign-in with a wallet, and a second identity', async () => {
  const wallet = new ProvingWallet(1);
  const challenge = async () => `${(await ask('POST', '/auth/ton/challenge', 200)).json.payload}`;
  const signed = await ask('POST', '/auth/ton', 200, {
    headers: json,
    body: wallet.prove(await challenge()),
  });
  const { token } = await signIn(44);
  await ask('POST', '/auth/ton', 409, {
    headers: { ...json, ...bearer(token) },
    body: wallet.prove(await challenge()),
  });
  const linkedWallet = new ProvingWallet(2);
  const linking = {
    headers: { ...json, ...bearer(token) },
    body: linkedWallet.prove(await challenge()),
  };
  await ask('POST', '/auth/ton', 200, linking);
  await ask('POST', '/auth/ton', 409, linking);
  await ask('GET', '/auth/session', 200, { headers: bearer(token) });
  await ask('GET', '/auth/verify?require=telegram,ton', 204, { headers: bearer(token) });
  await ask(
    'DELETE',
    `/auth/identities/${encodeURIComponent(`ton:-239:${linkedWallet.address}`)}`,
    204,
    {
      headers: bearer(token),
    },
  );
  await ask('POST', '/auth/ton', 400, { headers: json, body: '{}' });
  const address = { headers: { 'X-Forwarded-For': '198.51.100.9' } };
  await ask('POST', '/auth/ton/challenge', 200, address);
  await ask('POST', '/auth/ton/challenge', 429, address);
  await ask('POST', '/auth/ton/challenge', 401, { headers: { DPoP: 'nonsense' } });
  assert.ok(signed.json.access_token);
});

test('sign-in with cookies, and the redirect of a browser to Telegram', async () => {
  const page = { Origin: server.origin };
  const { headers } = await ask('POST', '/auth/telegram?cookie=1', 200, {
    headers: { ...page, Authorization: `tma ${initData(45)}` },
  });
  const cookies = headers.getSetCookie().map((line) => line.split(';')[0]);
  assert.equal(cookies.length, 2);
  const Cookie = cookies.join('; ');
  await ask('POST', '/auth/refresh?cookie=1', 200, { headers: { ...page, Cookie } });
  await ask('POST', '/auth/logout', 403, { headers: { Cookie } });
  await ask('GET', '/auth/telegram/start?link=1', 302);
  await ask('GET', '/auth/telegram/start?rd=https://evil.example', 400);
  const sent = await ask('GET', '/auth/telegram/start?rd=/wheel', 302);
  const state = new URL(sent.headers.get('location') ?? '').searchParams.get('state');
  const attempt = sent.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  await ask('GET', `/auth/telegram/callback?state=${state}&error=access_denied`, 302, {
    headers: { Cookie: attempt },
  });
  await ask('GET', '/auth/telegram/callback?state=unknown', 401);
  await ask('POST', '/auth/logout', 204, { headers: { ...page, Cookie } });
});

test('preflights of sign-in, and unsupported methods', async () => {
  for (const path of [
    'telegram',
    'telegram/id-token',
    'telegram/start',
    'telegram/callback',
    'ton/challenge',
    'ton',
    'refresh',
    'session',
    'sessions',
    'sessions/s_1',
    'logout',
    'user',
    'identities/telegram:1',
    'revoke',
    'introspect',
  ]) {
    await ask('OPTIONS', `/auth/${path}`, 204, { headers: { Origin: server.origin } });
    await ask('OPTIONS', `/auth/${path}`, 204, { headers: { Origin: 'https://evil.example' } });
    await ask('PUT', `/auth/${path}`, 405);
  }
});

test('sign-in and sandbox are absent if not configured', async () => {
  await ask('GET', '/', 200, { at: plain.origin });
  await ask('GET', '/stand', 404, { at: plain.origin });
  await ask('POST', '/stand/bridge?fault=none&half=all', 404, { at: plain.origin });
  const options = { at: plain.origin, headers: { Accept: 'text/html' } };
  for (const { json } of [
    await ask('POST', '/auth/telegram', 404, { at: plain.origin }),
    await ask('GET', '/auth/session', 404, options),
  ]) {
    assert.equal(json.code, 'not_configured');
  }
  await ask('GET', '/.well-known/jwks.json', 404, { at: plain.origin });
  await ask('GET', '/admin/auth/users?telegram=1', 404, { at: plain.admin });
});

test('a bridge without a mini app has a status page', async (t) => {
  const bridge = await startServer([], {
    PRICHAL_DEV_ENABLED: 'false',
    PRICHAL_SITE_WEB: '',
    PRICHAL_STORE_KIND: 'memory',
  });
  t.after(() => bridge.stop());
  const { headers } = await ask('GET', '/', 200, { at: bridge.origin });
  await ask('HEAD', '/', 200, { at: bridge.origin });
  const etag = headers.get('etag') ?? '';
  await ask('GET', '/', 304, { at: bridge.origin, headers: { 'If-None-Match': etag } });
  for (const path of ['/tonconnect-manifest.json', '/wallets-v2.json', '/no-such-page']) {
    await ask('GET', path, 404, { at: bridge.origin });
    await ask('GET', path, 404, { at: bridge.origin, headers: { Accept: 'text/html' } });
  }
  await ask('GET', '/readyz', 200, { at: bridge.admin });
});

test('published documents of sign-in', async () => {
  for (const path of ['/.well-known/jwks.json', '/.well-known/oauth-authorization-server']) {
    const { headers } = await ask('GET', path, 200);
    await ask('HEAD', path, 200);
    await ask('GET', path, 304, { headers: { 'If-None-Match': headers.get('etag') ?? '' } });
    await ask('OPTIONS', path, 204);
    await ask('POST', path, 405);
  }
});

test('operator’s listener', async () => {
  const at = server.admin;
  for (const path of ['/healthz', '/readyz', '/health', '/ready', '/version', '/metrics']) {
    await ask('GET', path, 200, { at });
    await ask('HEAD', path, 200, { at });
    await ask('POST', path, 405, { at });
  }
  await ask('GET', '/nothing', 404, { at });
  const { user } = await signIn(46);
  await ask('GET', '/admin/auth/users?telegram=46', 200, { at });
  await ask('GET', '/admin/auth/users?telegram=1', 404, { at });
  await ask('GET', '/admin/auth/users', 400, { at });
  await ask('POST', '/admin/auth/users', 405, { at });
  await ask('GET', '/admin/auth/users?telegram=46', 403, {
    at,
    headers: { Origin: server.origin },
  });
  await ask('POST', `/admin/auth/users/${user}/revoke`, 200, { at });
  await ask('POST', `/admin/auth/users/${user}/forget`, 200, { at });
  await ask('POST', '/admin/auth/users/nonsense/revoke', 400, { at });
  await ask('POST', '/admin/auth/users/nonsense/forget', 400, { at });
  await ask('GET', `/admin/auth/users/${user}/forget`, 405, { at });
  await ask('POST', '/admin/auth/introspect', 400, { at });
  await ask('GET', '/admin/auth/introspect', 405, { at });
  await ask('GET', '/admin/auth/nothing', 404, { at });
  await new Promise<void>((answered, failed) => {
    http
      .get(`${at}/healthz`, { headers: { Host: 'evil.example' } }, (response) => {
        assert.equal(response.statusCode, 421);
        response.resume().on('end', answered);
      })
      .on('error', failed);
  });
});

test('a server that shuts down reports it', async () => {
  const draining = await startServer([], { PRICHAL_SERVER_DRAIN_DELAY: '60000' });
  const stopped = draining.stop();
  const readiness = async () => {
    const response = await fetch(`${draining.admin}/readyz`);
    await response.text();
    return response.status;
  };
  while ((await readiness()) !== 503);
  await draining.stop('SIGKILL');
  await stopped;
});

test('each operation was called and answered as described', () => {
  const { seen, description } = answers.contract;
  const asked = new Set([...seen].map((one) => one.split(' ')[0]));
  assert.deepEqual(
    description.operations.filter((operation) => !asked.has(operation)),
    [],
  );
});
