// Measured programs: our binary with each of its stores, the other bridge, nginx, and a bridge that
// does only the system calls. Each runs on one core, on held loopback ports, in its own folder.
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { holdPort } from '../../e2e/fixtures/held-port.ts';

/** @typedef {{ url: string, pid: number, stop(signal?: string): Promise<void>, ended: Promise<void> }} Running */

/** Running programs. */
const children = new Set();

/** Ends all running programs, for an interrupted run. */
export function stopAll() {
  for (const child of children) child.kill('SIGTERM');
}

function listens(port) {
  return new Promise((answer) => {
    const socket = new Socket();
    socket.once('connect', () => answer(true)).once('error', () => answer(false));
    socket.once('connect', () => socket.destroy());
    socket.connect(port, '127.0.0.1');
  });
}

/**
 * Starts a program on one core and waits until it listens.
 * @param {{ core: number, command: string, environment?: Record<string, string>, port: number }}
 * what
 * @returns {Promise<Running>}
 */
async function start({ core, command, environment = {}, port }) {
  // `exec` at each step, so that the known process is the server.
  const child = spawn('sh', ['-c', `exec taskset -c ${core} ${command}`], {
    env: { PATH: process.env.PATH, ...environment },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (bytes) => {
    said = (said + bytes).slice(-2000);
  });
  children.add(child);
  let over = false;
  const ended = new Promise((done) => {
    child.on('exit', () => {
      children.delete(child);
      over = true;
      done();
    });
  });
  const deadline = Date.now() + 20_000;
  while (!(await listens(port))) {
    if (over || Date.now() > deadline) {
      child.kill('SIGKILL');
      throw new Error(`${command}: does not listen on port ${port}\n${said}`);
    }
    await new Promise((later) => setTimeout(later, 20));
  }
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid,
    ended,
    async stop(signal = 'SIGKILL') {
      if (!over) child.kill(signal);
      await ended;
    },
  };
}

/** Configuration for a load from one address, if the binary has these keys. */
const UNLIMITED = {
  rate_limit: '0',
  byte_rate: '0',
  id_rate: '0',
  events_rate: '0',
  connections_limit: '0',
};

const SLOTS = 16384;

/**
 * Starts a cluster of Valkey or Redis servers without persistence. The official bridge requires a
 * cluster. Debian 12 has Redis. Each shard is a master without a replica.
 */
export async function valkey({ core, folder, shards = 1 }) {
  const nodes = [];
  for (let number = 0; number < shards; number += 1) {
    const [port, bus] = [await holdPort(), await holdPort()];
    const place = join(folder, `valkey-${port}`);
    mkdirSync(place, { recursive: true });
    nodes.push({
      port,
      bus,
      first: Math.floor((number * SLOTS) / shards),
      last: Math.floor(((number + 1) * SLOTS) / shards) - 1,
      command: `redis-server --port ${port} --cluster-port ${bus} --bind 127.0.0.1 --cluster-enabled yes --save '' --appendonly no --dir ${place} --logfile ${join(place, 'log')}`,
      ask: (...words) =>
        spawnSync('redis-cli', ['-p', `${port}`, ...words], { encoding: 'utf8' }).stdout,
    });
  }
  return {
    uri: `redis://${nodes.map(({ port }) => `127.0.0.1:${port}`).join(',')}`,
    async start() {
      const running = [];
      const stop = async () => {
        for (const node of running) await node.stop();
      };
      try {
        for (const { command, port } of nodes) running.push(await start({ core, command, port }));
        for (const { ask, first, last } of nodes) {
          ask('cluster', 'addslotsrange', `${first}`, `${last}`);
          for (const { port, bus } of nodes)
            ask('cluster', 'meet', '127.0.0.1', `${port}`, `${bus}`);
        }
        const deadline = Date.now() + 20_000;
        const whole = ({ ask }) => {
          const info = ask('cluster', 'info');
          return info.includes('cluster_state:ok') && info.includes(`known_nodes:${shards}\r`);
        };
        while (!nodes.every(whole)) {
          if (Date.now() > deadline) throw new Error('the cluster of servers does not come up');
          await new Promise((later) => setTimeout(later, 50));
        }
      } catch (error) {
        await stop();
        throw error;
      }
      return {
        stop,
        nodes: nodes.map(({ ask }, number) => ({ ask, pid: running[number].pid })),
      };
    },
  };
}

/** Makes a subject that starts and stops together with its message server. */
export function keptIn(server, subject) {
  return {
    port: subject.port,
    async start() {
      const held = await server.start();
      const running = await subject.start().catch(async (error) => {
        await held.stop();
        throw error;
      });
      return {
        ...running,
        async stop(signal) {
          await running.stop(signal);
          await held.stop();
        },
      };
    },
  };
}

/**
 * Makes our binary. `store`: memory, sqlite or valkey, then with the `uri` of the server and the
 * `schema`. `variables`: more environment variables.
 */
export async function prichal({
  binary,
  store,
  web,
  core,
  folder,
  uri,
  schema = 'native',
  variables = {},
}) {
  const [port, admin] = [await holdPort(), await holdPort()];
  const environment = {
    PRICHAL_SITE_ORIGIN: 'https://app.example.org',
    PRICHAL_LOG_LEVEL: 'error',
    PRICHAL_SERVER_LOOPS: '1',
    PRICHAL_SERVER_MAX_CONNECTIONS: '19000',
    PRICHAL_STORE_KIND: store,
    ...(uri ? { PRICHAL_STORE_VALKEY_URI: uri, PRICHAL_STORE_VALKEY_SCHEMA: schema } : {}),
    ...variables,
  };
  const defaults = spawnSync(binary, ['check-config', '--dev'], {
    encoding: 'utf8',
    env: {},
  }).stdout;
  for (const [key, value] of Object.entries(UNLIMITED)) {
    if (new RegExp(`^${key} = `, 'm').test(defaults)) {
      environment[`PRICHAL_BRIDGE_${key.toUpperCase()}`] = value;
    }
  }
  const flags = `--listen 127.0.0.1:${port} --admin 127.0.0.1:${admin} --web ${web} --data ${join(folder, 'data')}`;
  return {
    port,
    admin: `http://127.0.0.1:${admin}`,
    start: () => start({ core, command: `${binary} serve ${flags}`, environment, port }),
  };
}

/**
 * Makes the official bridge, in memory mode or with the `uri` of a server. It has its own names for
 * environment variables.
 */
export async function peer({ command, core, uri }) {
  const [port, metrics] = [await holdPort(), await holdPort()];
  const environment = {
    PORT: `${port}`,
    METRICS_PORT: `${metrics}`,
    ...(uri ? { STORAGE: 'valkey', VALKEY_URI: uri } : { STORAGE: 'memory' }),
    RPS_LIMIT: '1000000000',
    CONNECTIONS_LIMIT: '1000000',
    LOG_LEVEL: 'error',
    PPROF_ENABLED: 'false',
    NTP_ENABLED: 'false',
  };
  return { port, start: () => start({ core, command, environment, port }) };
}

/** Makes a Node backend. `program` takes the port. */
export async function node({ program, core }) {
  const port = await holdPort();
  const command = `${process.execPath} --disable-warning=ExperimentalWarning ${program} ${port}`;
  return { port, start: () => start({ core, command, environment: {}, port }) };
}

/** Makes a bridge that does only the system calls. */
export async function echo({ generator, core }) {
  const port = await holdPort();
  return {
    port,
    start: () => start({ core, command: `${generator} echo --listen 127.0.0.1:${port}`, port }),
  };
}

/** Makes a self-signed P-256 certificate as PEM files: `{ certificate, key }`. */
export function makeCertificate(folder) {
  const [certificate, key] = [join(folder, 'tls.crt'), join(folder, 'tls.key')];
  const words = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  const about = ['-subj', '/CN=app.example.org', '-addext', 'subjectAltName=DNS:app.example.org'];
  const { status, stderr } = spawnSync(
    'openssl',
    [...words, ...about, '-days', '30', '-keyout', key, '-out', certificate],
    { encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`openssl could not make a certificate\n${stderr}`);
  return { certificate, key };
}

/**
 * Makes nginx with one worker that sends the same bytes: it serves the compressed file and adds
 * every header of our answer that nginx does not send by itself. With `tls` it speaks only TLS,
 * with the version, group and cipher that our server negotiates, and issues tickets as ours does;
 * with `http2` also HTTP/2.
 * @param {{ core: number, folder: string, files: { path: string, packed: string, headers: [string,
 * string][] }[], tls?: { certificate: string, key: string }, http2?: boolean }} options
 */
export async function nginx({ core, folder, files, tls, http2 }) {
  const port = await holdPort();
  const place = join(folder, 'nginx');
  mkdirSync(place, { recursive: true });
  const builtIn =
    /^(content-length|content-type|date|etag|server|connection|keep-alive|accept-ranges)$/i;
  const locations = files.map(({ path, packed, headers }) => {
    const added = headers
      .filter(([name]) => !builtIn.test(name))
      .map(([name, value]) => `add_header ${name} "${value.replaceAll('"', '\\"')}";`);
    const type =
      headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? 'text/plain';
    return `location = ${path} { alias ${realpathSync(packed)}; types {} default_type "${type}";
      ${added.join('\n      ')} }`;
  });
  const overTls = tls
    ? `ssl_certificate ${tls.certificate}; ssl_certificate_key ${tls.key}; ssl_protocols TLSv1.3;
       ssl_ecdh_curve X25519; ssl_conf_command Ciphersuites TLS_AES_128_GCM_SHA256;
       ssl_session_tickets on;`
    : '';
  const configuration = `
    ${process.getuid() === 0 ? 'user root;' : ''}
    daemon off; worker_processes 1; pid ${place}/pid; error_log ${place}/error.log;
    worker_rlimit_nofile 4096; events { worker_connections 2048; }
    http {
      access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000000; etag on;
      open_file_cache max=100; open_file_cache_valid 60s; server_tokens off;
      client_body_temp_path ${place}/body; proxy_temp_path ${place}/proxy;
      fastcgi_temp_path ${place}/fastcgi; uwsgi_temp_path ${place}/uwsgi; scgi_temp_path ${place}/scgi;
      server { listen 127.0.0.1:${port}${tls ? ' ssl' : ''}${http2 ? ' http2' : ''}; ${overTls} ${locations.join('\n')} }
    }`;
  writeFileSync(join(place, 'nginx.conf'), configuration);
  const command = `/usr/sbin/nginx -p ${place} -c ${place}/nginx.conf`;
  return {
    port,
    async start() {
      const running = await start({ core, command, port });
      // The worker answers. The master only waits, and ends the worker on SIGTERM.
      let worker = '';
      while (worker === '') {
        worker = readFileSync(`/proc/${running.pid}/task/${running.pid}/children`, 'utf8').trim();
      }
      return { ...running, pid: Number(worker), stop: () => running.stop('SIGTERM') };
    },
  };
}
