// examples/sign-in: nginx and Caddy in front of a backend, which reads the user from their headers.
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, before, test } from 'node:test';
import { holdPort } from '../fixtures/held-port.ts';
import { SiteWithSignIn } from './site-with-sign-in.ts';
import '../contract/node-test.ts';

const examples = resolve(import.meta.dirname, '../../examples/sign-in');
const folder = mkdtempSync(join(tmpdir(), 'prichal-proxies-'));

/** A backend that answers with the request's headers. */
class BackEnd {
  requests = 0;
  #server: Server = createServer((request, response) => {
    this.requests += 1;
    request.resume();
    response.end(JSON.stringify(request.headers));
  });

  async start(): Promise<number> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    const address = this.#server.address();
    return typeof address === 'object' && address ? address.port : 0;
  }
  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

/** Returns an example with the ports of this test. */
function example(name: string, ports: Readonly<Record<string, number>>): string {
  let text = readFileSync(join(examples, name), 'utf8');
  for (const [from, to] of Object.entries(ports)) {
    assert.ok(text.includes(`127.0.0.1:${from}`), `${name} names no port ${from}`);
    text = text.replaceAll(`127.0.0.1:${from}`, `127.0.0.1:${to}`);
  }
  return text;
}

const proxies = {
  nginx(site: string): ChildProcess {
    const place = join(folder, 'nginx');
    mkdirSync(place);
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
      .map((what) => `${what}_temp_path ${place}/${what};`)
      .join('\n');
    writeFileSync(
      join(place, 'nginx.conf'),
      `daemon off;\nmaster_process off;\npid ${place}/pid;\nerror_log stderr;\nevents {}\n` +
        `http {\naccess_log off;\n${temporary}\n${site}\n}\n`,
    );
    return spawn('/usr/sbin/nginx', ['-p', place, '-c', join(place, 'nginx.conf')], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
  },
  Caddyfile(site: string): ChildProcess {
    const file = join(folder, 'Caddyfile');
    writeFileSync(file, `{\n\tadmin off\n\tauto_https off\n}\n\n${site}`);
    return spawn('/usr/bin/caddy', ['run', '--config', file, '--adapter', 'caddyfile'], {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
    });
  },
};

/** Waits until the proxy answers. Fails with its output if it exits first. */
async function answers(proxy: ChildProcess, url: string): Promise<void> {
  let said = '';
  proxy.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  for (;;) {
    assert.equal(proxy.exitCode, null, said);
    const response = await fetch(url).catch(() => null);
    if (response) return;
    await new Promise((again) => setTimeout(again, 20));
  }
}

const forged = {
  'X-Auth-Request-User': 'u_forged',
  'X-Auth-Request-Telegram-Id': '1',
  'X-Auth-Request-Ton-Address': '0:forged',
  'X-Auth-Request-Ton-Network': '-239',
};

for (const [name, start] of Object.entries(proxies)) {
  const backEnd = new BackEnd();
  let site: SiteWithSignIn;
  let proxy: ChildProcess;
  let url: string;

  before(async () => {
    site = await SiteWithSignIn.start({ PRICHAL_PROXIES_TRUSTED: '127.0.0.1/32' });
    const port = await holdPort();
    url = `http://127.0.0.1:${port}`;
    proxy = start(
      example(name === 'nginx' ? 'nginx.conf' : name, {
        8000: port,
        8080: Number(new URL(site.origin).port),
        3000: await backEnd.start(),
      }),
    );
    await answers(proxy, url);
  });
  after(async () => {
    if (proxy && proxy.exitCode === null) {
      proxy.kill('SIGTERM');
      await once(proxy, 'exit');
    }
    backEnd.stop();
    await site?.stop();
  });

  const ask = (headers: Readonly<Record<string, string>>, method = 'GET') =>
    fetch(`${url}/api/orders?x=1`, { method, headers });

  test(`${name}: passes the signed-in user to the backend`, async () => {
    const { user, token } = await site.signIn(42);
    const response = await ask({ Authorization: `Bearer ${token}` });
    assert.equal(response.status, 200);
    const seen = (await response.json()) as IncomingHttpHeaders;
    assert.equal(seen['x-auth-request-user'], user);
    assert.equal(seen['x-auth-request-telegram-id'], '42');
    assert.equal(seen['x-auth-request-ton-address'] ?? '', '');
    assert.equal(seen.authorization, undefined);
    assert.equal((await ask({ Authorization: `Bearer ${token}` }, 'POST')).status, 200);
  });

  test(`${name}: rejects requests without a valid token`, async () => {
    const before = backEnd.requests;
    assert.equal((await ask({})).status, 401);
    assert.equal((await ask({ Authorization: 'Bearer x.y.z' })).status, 401);
    assert.equal((await ask(forged)).status, 401);
    assert.equal(backEnd.requests, before);
  });

  test(`${name}: removes forged headers of the client`, async () => {
    const { user, token } = await site.signIn(42);
    const response = await ask({ ...forged, Authorization: `Bearer ${token}` });
    const seen = (await response.json()) as IncomingHttpHeaders;
    assert.equal(seen['x-auth-request-user'], user);
    assert.equal(seen['x-auth-request-telegram-id'], '42');
    // The user has no wallet, so the forged address must be gone.
    assert.equal(seen['x-auth-request-ton-address'] ?? '', '');
    assert.equal(seen['x-auth-request-ton-network'] ?? '', '');
  });

  test(`${name}: rejects the first request after a sign-out`, async () => {
    const signedIn = await site.signIn(43);
    const headers = { Authorization: `Bearer ${signedIn.token}` };
    assert.equal((await ask(headers)).status, 200);
    await site.signOut(signedIn);
    assert.equal((await ask(headers)).status, 401);
  });

  // Caddy exposes /auth/verify. It only repeats what the client's own token says.
  if (name === 'nginx') {
    test('nginx: hides /auth/verify', async () => {
      assert.equal((await fetch(`${url}/auth/verify`)).status, 404);
    });
  }
}

after(() => rmSync(folder, { recursive: true, force: true }));
