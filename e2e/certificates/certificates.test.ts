// Runs the commands of docs/site/operations/deployment.md: certbot, lego and Caddy get a certificate from pebble, the test
// authority of Let's Encrypt, and the server uses it.
import assert from 'node:assert/strict';
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { get, type RequestOptions } from 'node:https';
import { tmpdir, userInfo } from 'node:os';
import { join, resolve } from 'node:path';
import { after, before, test } from 'node:test';
import { connect } from 'node:tls';
import { promisify } from 'node:util';
import { holdPort } from '../fixtures/held-port.ts';
import { type Server, startServer } from '../fixtures/server.ts';

const run = promisify(execFile);
const root = resolve(import.meta.dirname, '../..');
const file = 'docs/site/operations/deployment.md';
const page = readFileSync(join(root, file), 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'prichal-certificates-'));
const hook = join(root, 'packaging/acme/deploy-hook');
const host = 'app.example.org';
const children: ChildProcess[] = [];

/** The arguments of the page's command that begins with this text, with the hook of the repository. */
function documented(beginning: string): string[] {
  const lines = page.replaceAll(/ *\\\n */g, ' ').split('\n');
  const line = lines.find((each) => each.startsWith(beginning));
  assert.ok(line, `${file} has no command '${beginning} …'`);
  const words = line.split(' ').slice(1);
  assert.ok(words.includes('/usr/share/prichal/deploy-hook'), line);
  return words.map((word) => (word === '/usr/share/prichal/deploy-hook' ? hook : word));
}

async function until<T>(what: string, look: () => Promise<T | undefined>): Promise<T> {
  for (const deadline = Date.now() + 30_000; Date.now() < deadline; ) {
    const seen = await look().catch(() => undefined);
    if (seen !== undefined) return seen;
    await new Promise((again) => setTimeout(again, 50));
  }
  return assert.fail(`30 s without: ${what}`);
}

function start(program: string, words: readonly string[], settings = {}): ChildProcess {
  const child = spawn(program, words, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...settings },
  });
  child.stdout?.resume();
  let said = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-4000);
  });
  child.once('exit', (code) => {
    if (code) process.stderr.write(`${program} ended with ${code}\n${said}`);
  });
  children.push(child);
  return child;
}

interface Answer {
  readonly status: number;
  readonly text: string;
}

/** Sends a request to a local port under the host name `name`, trusting only `ca`. */
function ask(port: number, path: string, ca: string, name = host): Promise<Answer> {
  const to = name === '' ? {} : { servername: name, headers: { Host: name } };
  return new Promise((found, failed) => {
    get({ host: '127.0.0.1', port, path, ca, agent: false, ...to }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (more: string) => {
        text += more;
      });
      response.on('end', () => found({ status: response.statusCode ?? 0, text }));
    }).on('error', failed);
  });
}

/** Returns the serial number of the served certificate, if it is trusted. */
function serialAt(port: number, ca: string): Promise<string> {
  return new Promise((found, failed) => {
    const socket = connect({ host: '127.0.0.1', port, servername: host, ca }, () => {
      found(socket.getPeerCertificate().serialNumber);
      socket.destroy();
    }).on('error', failed);
  });
}

/** Opens a stream. Reads its first line, and reports whether it is still open. */
function openStream(port: number, ca: string): Promise<{ open: () => boolean; close(): void }> {
  const path = `/bridge/events?client_id=${'a'.repeat(64)}`;
  const options: RequestOptions = { host: '127.0.0.1', port, path, ca, servername: host };
  return new Promise((found, failed) => {
    const request = get({ ...options, headers: { Host: host }, agent: false }, (response) => {
      let open = response.statusCode === 200;
      response.once('close', () => {
        open = false;
      });
      response.on('error', () => {});
      response.once('data', () => found({ open: () => open, close: () => request.destroy() }));
    }).on('error', failed);
  });
}

/** A certificate authority that validates over `http` on 127.0.0.1, for any name. */
interface Authority {
  readonly directory: string;
  /** Roots of the authority's own API, and of the certificates that it issues. */
  readonly api: string;
  readonly issued: string;
  readonly http: number;
  readonly tls: number;
}
let authority: Authority;

before(async () => {
  const [acme, management, http, tls, dns, control] = await Promise.all(
    Array.from({ length: 6 }, holdPort),
  );
  const [api, key] = [join(folder, 'api.pem'), join(folder, 'api.key')];
  await run('openssl', [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'],
    ...['-days', '2', '-subj', '/CN=localhost', '-addext', 'subjectAltName=IP:127.0.0.1'],
    ...['-keyout', key, '-out', api],
  ]);
  const config = join(folder, 'pebble.json');
  const pebble = {
    listenAddress: `127.0.0.1:${acme}`,
    managementListenAddress: `127.0.0.1:${management}`,
    certificate: api,
    privateKey: key,
    httpPort: http,
    tlsPort: tls,
  };
  writeFileSync(config, JSON.stringify({ pebble }));
  const everyName = ['-defaultIPv4', '127.0.0.1', '-defaultIPv6', '', '-dns01', `127.0.0.1:${dns}`];
  start('pebble-challtestsrv', [
    ...everyName,
    ...['-http01', '', '-https01', '', '-tlsalpn01', ''],
    ...['-management', `127.0.0.1:${control}`],
  ]);
  start('pebble', ['-config', config, '-dnsserver', `127.0.0.1:${dns}`], {
    PEBBLE_VA_NOSLEEP: '1',
    PEBBLE_WFE_NONCEREJECT: '0',
  });
  const trusted = readFileSync(api, 'utf8');
  const issued = await until('pebble', async () => {
    const { status, text } = await ask(management ?? 0, '/roots/0', trusted, '');
    return status === 200 ? text : undefined;
  });
  authority = {
    directory: `https://127.0.0.1:${acme}/dir`,
    api,
    issued,
    http: http ?? 0,
    tls: tls ?? 0,
  };
});

after(async () => {
  for (const child of children) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill('SIGTERM');
    await once(child, 'exit');
  }
  rmSync(folder, { recursive: true, force: true });
});

/** Configuration of each client for this authority and for unprivileged ports. */
const clients = {
  certbot: () => {
    const place = join(folder, 'certbot');
    const here = ['--config-dir', '--work-dir', '--logs-dir'].flatMap((flag) => [flag, place]);
    const common = [...here, '--non-interactive', '--server', authority.directory];
    return {
      settings: { REQUESTS_CA_BUNDLE: authority.api },
      first: [
        ...documented('certbot certonly --standalone'),
        ...common,
        ...['--agree-tos', '--register-unsafely-without-email'],
        ...['--http-01-port', `${authority.http}`, '--http-01-address', '127.0.0.1'],
      ],
      renewal: ['renew', ...common, '--force-renewal', '--no-random-sleep-on-renew'],
    };
  },
  lego: () => {
    const where = ['--path', join(folder, 'lego'), '--server', authority.directory];
    const port = ['--http.port', `127.0.0.1:${authority.http}`];
    return {
      settings: { LEGO_CA_CERTIFICATES: authority.api },
      first: [
        ...where,
        ...port,
        ...documented('lego --accept-tos --email you@example.com --http -d app.example.org run'),
      ],
      renewal: [
        ...[...where, ...port],
        ...documented('lego --email you@example.com --http -d app.example.org renew'),
        ...['--days', '10000', '--no-random-sleep'],
      ],
    };
  },
};

for (const [name, how] of Object.entries(clients)) {
  test(`${name} obtains a certificate, and its renewal is served without a restart`, async (t) => {
    const tls = join(folder, `tls-${name}`);
    const { settings, first, renewal } = how();
    const { gid } = userInfo();
    const env = { ...process.env, ...settings, PRICHAL_TLS: tls, PRICHAL_GROUP: `${gid}` };
    await run(name, first, { env });
    const server: Server = await startServer([], {
      PRICHAL_SITE_ORIGIN: `https://${host}`,
      PRICHAL_DEV_ENABLED: 'false',
      PRICHAL_STORE_DATA: join(folder, `data-${name}`),
      PRICHAL_SERVER_TLS_CERTIFICATE: join(tls, 'fullchain.pem'),
      PRICHAL_SERVER_TLS_KEY: join(tls, 'privkey.pem'),
    });
    t.after(() => server.stop());
    const port = Number(new URL(server.origin).port);
    assert.equal((await ask(port, '/', authority.issued)).status, 200);
    const serial = await serialAt(port, authority.issued);
    const stream = await openStream(port, authority.issued);
    t.after(() => stream.close());
    await run(name, renewal, { env });
    await until('another certificate', async () =>
      (await serialAt(port, authority.issued)) === serial ? undefined : true,
    );
    assert.equal((await ask(port, '/', authority.issued)).status, 200);
    assert.ok(stream.open());
  });
}

test('Caddy in front of the server obtains a certificate', async (t) => {
  const [block] = /^app\.example\.org \{\n[^`]*/m.exec(page) ?? [];
  assert.ok(block, `${file} has no Caddyfile`);
  const server = await startServer([], {
    PRICHAL_SITE_ORIGIN: `https://${host}`,
    PRICHAL_DEV_ENABLED: 'false',
    PRICHAL_STORE_DATA: join(folder, 'data-caddy'),
    PRICHAL_PROXIES_TRUSTED: '127.0.0.1',
  });
  t.after(() => server.stop());
  const place = join(folder, 'caddy');
  mkdirSync(place);
  const options = `{
	admin off
	http_port ${authority.http}
	https_port ${authority.tls}
	acme_ca ${authority.directory}
	acme_ca_root ${authority.api}
	storage file_system ${place}
}
`;
  assert.ok(block.includes('127.0.0.1:8080'), block);
  writeFileSync(
    join(place, 'Caddyfile'),
    options + block.replace('127.0.0.1:8080', new URL(server.origin).host),
  );
  start('caddy', ['run', '--config', join(place, 'Caddyfile'), '--adapter', 'caddyfile'], {
    HOME: place,
    XDG_DATA_HOME: place,
    XDG_CONFIG_HOME: place,
  });
  const answer = await until('Caddy', async () => {
    const seen = await ask(authority.tls, '/tonconnect-manifest.json', authority.issued);
    return seen.status === 200 ? seen : undefined;
  });
  assert.equal(JSON.parse(answer.text).url, `https://${host}`);
  // The stream is not buffered: its first event arrives while it is open.
  const stream = await openStream(authority.tls, authority.issued);
  assert.ok(stream.open());
  stream.close();
});
