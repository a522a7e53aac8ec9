// docs/site/operations/deployment.md: Caddy in front of the whole server, with the page's Caddyfile and a certificate of
// Caddy's own authority. Streams pass without buffering, and the server knows the client's address.
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect as connectHttp2 } from 'node:http2';
import { type RequestOptions, request } from 'node:https';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, before, test } from 'node:test';
import { connect } from 'node:tls';
import { holdPort } from '../fixtures/held-port.ts';
import { type Server, startServer } from '../fixtures/server.ts';

const path = 'docs/site/operations/deployment.md';
const page = readFileSync(resolve(import.meta.dirname, '../..', path), 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'prichal-caddy-'));
const log = join(folder, 'log');
const host = 'app.example.org';
let server: Server;
let caddy: ChildProcess;
let port = 0;
let ca = '';

/** Waits until Caddy answers with a certificate of its own authority. Returns the authority's certificate. */
async function authority(said: () => string): Promise<string> {
  const root = join(folder, 'pki/authorities/local/root.crt');
  for (;;) {
    assert.equal(caddy.exitCode, null, said());
    try {
      const certificate = readFileSync(root, 'utf8');
      const socket = connect({ host: '127.0.0.1', port, servername: host, ca: certificate });
      await once(socket, 'secureConnect');
      socket.destroy();
      return certificate;
    } catch {
      await new Promise((again) => setTimeout(again, 20));
    }
  }
}

before(async () => {
  server = await startServer(
    [],
    {
      LOG: log,
      PRICHAL_SITE_ORIGIN: `https://${host}`,
      PRICHAL_DEV_ENABLED: 'false',
      PRICHAL_STORE_DATA: join(folder, 'data'),
      PRICHAL_PROXIES_TRUSTED: '127.0.0.1',
      // A heartbeat would flush a buffer and hide the buffering.
      PRICHAL_BRIDGE_HEARTBEAT: '300',
      PRICHAL_LOG_LEVEL: 'debug',
      PRICHAL_LOG_FORMAT: 'json',
      PRICHAL_LOG_ADDRESSES: 'true',
    },
    ['sh', '-c', 'exec "$0" "$@" 2>"$LOG"'],
  );
  const [block = ''] = /^app\.example\.org \{\n[^`]*/m.exec(page) ?? [];
  assert.ok(block.includes('127.0.0.1:8080'), `${path} has no Caddyfile`);
  port = await holdPort();
  const options = [
    ...['admin off', 'local_certs', 'skip_install_trust', 'auto_https disable_redirects'],
    ...[`https_port ${port}`, 'default_bind 127.0.0.1', `storage file_system ${folder}`],
  ];
  const file = join(folder, 'Caddyfile');
  const site = block.replace('127.0.0.1:8080', new URL(server.origin).host);
  writeFileSync(file, `{\n${options.map((option) => `\t${option}\n`).join('')}}\n\n${site}`);
  caddy = spawn('/usr/bin/caddy', ['run', '--config', file, '--adapter', 'caddyfile'], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
  });
  let said = '';
  caddy.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  ca = await authority(() => said);
});

after(async () => {
  if (caddy && caddy.exitCode === null) {
    // SIGTERM waits for streams that a failed test leaves open.
    caddy.kill('SIGKILL');
    await once(caddy, 'exit');
  }
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Sends a request through Caddy and returns the status. */
function ask(path: string, options: RequestOptions & { body?: string } = {}): Promise<number> {
  const { body, headers, ...more } = options;
  const to = { host: '127.0.0.1', port, servername: host, ca, agent: false, path };
  return new Promise((found, failed) => {
    request({ ...to, ...more, headers: { ...headers, Host: host } }, (response) => {
      response.resume().on('end', () => found(response.statusCode ?? 0));
    })
      .on('error', failed)
      .end(body);
  });
}

const nowhere = '/who-is-asking';

/** Returns the client addresses of these requests, from the server's log. */
const clients = () =>
  readFileSync(log, 'utf8')
    .split('\n')
    .filter((line) => line.includes(nowhere))
    .map((line) => JSON.parse(line).client);

test('delivers a message on an open HTTP/2 stream at once', async () => {
  const to = { host: '127.0.0.1', port, servername: host, ca, ALPNProtocols: ['h2'] };
  const session = connectHttp2(`https://${host}`, { createConnection: () => connect(to) });
  const events = session.request({
    ':path': `/bridge/events?client_id=${'a'.repeat(64)}`,
    accept: 'text/event-stream',
  });
  let seen = '';
  events.setEncoding('utf8').on('data', (text: string) => {
    seen += text;
  });
  const [head] = await once(events, 'response');
  assert.equal(head[':status'], 200);
  const path = `/bridge/message?client_id=${'b'.repeat(64)}&to=${'a'.repeat(64)}&ttl=300`;
  assert.equal(await ask(path, { method: 'POST', body: 'aGVsbG8=' }), 200);
  // Long before the first heartbeat.
  while (!seen.includes('aGVsbG8=')) {
    await once(events, 'data', { signal: AbortSignal.timeout(60_000) });
  }
  session.destroy();
});

test('serves the page, the manifest and the wallets list', async () => {
  for (const path of ['/', '/tonconnect-manifest.json', '/wallets-v2.json']) {
    assert.equal(await ask(path), 200, path);
  }
});

test('the server sees the client address, not a forged header', async () => {
  const forged = { 'X-Forwarded-For': '192.0.2.7', 'X-Real-IP': '192.0.2.7' };
  await ask(nowhere, { localAddress: '127.0.0.2' });
  await ask(nowhere, { localAddress: '127.0.0.3', headers: forged });
  // The server logs a request after its answer.
  while (clients().length < 2) await new Promise((again) => setTimeout(again, 20));
  assert.deepEqual(clients(), ['127.0.0.2', '127.0.0.3']);
});
