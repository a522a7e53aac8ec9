// A cluster of three masters on loopback, and instances on it: ours with the official schema, the
// official bridge, and ours with its own schema. Uses free ports, and writes to the folder of the
// run.
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, openSync } from 'node:fs';
import { get } from 'node:http';
import { join } from 'node:path';
import { holdPort } from '../../e2e/fixtures/held-port.ts';

/** @typedef {'ours' | 'theirs' | 'native'} Kind */

const MASTERS = 3;
const SLOTS = 16_384;
/** Heartbeat interval in seconds, shorter than the default of ten to make checks faster. */
export const HEARTBEAT_SECONDS = 2;
const pause = (milliseconds) => new Promise((later) => setTimeout(later, milliseconds));

/** Waits until a condition is true. */
export async function until(what, holds, milliseconds = 20_000) {
  const deadline = Date.now() + milliseconds;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`waited in vain: ${what}`);
    await pause(20);
  }
}

const children = new Set();

/** Ends all programs that were started here. */
export function stopAll() {
  for (const child of children) child.kill('SIGKILL');
}

function start(command, environment, log) {
  // `exec` at each step, so that the known process is the server.
  const out = openSync(log, 'a');
  const child = spawn('sh', ['-c', `exec ${command}`], {
    env: { PATH: process.env.PATH, ...environment },
    stdio: ['ignore', out, out],
  });
  children.add(child);
  const running = { child, over: false, log };
  running.ended = new Promise((done) => {
    child.on('exit', (code, signal) => {
      children.delete(child);
      running.over = true;
      done({ code, signal });
    });
  });
  return running;
}

/** Starts three masters that have all slots, without persistence. */
export async function startCluster(folder) {
  const servers = [];
  const server = process.env.PRICHAL_VALKEY_SERVER ?? 'redis-server';
  const ask = (port, ...words) =>
    spawnSync('redis-cli', ['-p', `${port}`, ...words], { encoding: 'utf8' }).stdout;
  for (let index = 0; index < MASTERS; index += 1) {
    const [port, bus] = [await holdPort(), await holdPort()];
    const place = join(folder, `valkey-${port}`);
    mkdirSync(place, { recursive: true });
    const command = `${server} --port ${port} --cluster-port ${bus} --bind 127.0.0.1 --cluster-enabled yes --save '' --appendonly no --dir ${place}`;
    servers.push({ port, bus, running: start(command, {}, join(place, 'log')) });
    await until(`${command} answers`, () => ask(port, 'ping').includes('PONG'));
    const [first, last] = [index, index + 1].map((n) => Math.floor((n * SLOTS) / MASTERS));
    ask(port, 'cluster', 'set-config-epoch', `${index + 1}`);
    ask(port, 'cluster', 'addslotsrange', `${first}`, `${last - 1}`);
    for (const other of servers.slice(0, -1)) {
      ask(port, 'cluster', 'meet', '127.0.0.1', `${other.port}`, `${other.bus}`);
    }
  }
  for (const { port } of servers) {
    await until(`the cluster of ${servers.map((one) => one.port)} comes up`, () => {
      const info = ask(port, 'cluster', 'info');
      return info.includes('cluster_state:ok') && info.includes(`known_nodes:${MASTERS}`);
    });
  }
  return {
    uri: `redis://127.0.0.1:${servers[0].port}`,
    /** Returns the answer of a master to a command, by redis-cli. */
    ask: (...words) => ask(servers[0].port, '-c', ...words),
    async stop() {
      for (const { running } of servers) running.child.kill('SIGKILL');
      await Promise.all(servers.map(({ running }) => running.ended));
    },
  };
}

const statusOf = (url) =>
  new Promise((done) => {
    get(url, (answer) => done(answer.resume().statusCode)).on('error', () => done(0));
  });

/**
 * Starts an instance and waits until it is ready.
 * @param {Kind} kind
 * @param {{ uri: string, folder: string, binary: string, web: string, peer: string }} options
 */
export async function startInstance(kind, { uri, folder, binary, web, peer }) {
  const [port, admin] = [await holdPort(), await holdPort()];
  const theirs = {
    PORT: `${port}`,
    METRICS_PORT: `${admin}`,
    STORAGE: 'valkey',
    VALKEY_URI: uri,
    HEARTBEAT_INTERVAL: `${HEARTBEAT_SECONDS}`,
    RPS_LIMIT: '1000000000',
    CONNECTIONS_LIMIT: '1000000',
    TRUSTED_PROXY_RANGES: '127.0.0.0/8',
    LOG_LEVEL: 'error',
    NTP_ENABLED: 'false',
    SHUTDOWN_DRAIN_DELAY: '1',
    SHUTDOWN_TIMEOUT: '1',
  };
  const limits = ['RATE_LIMIT', 'BYTE_RATE', 'ID_RATE', 'EVENTS_RATE', 'VERIFY_RATE'];
  const ours = {
    PRICHAL_SITE_ORIGIN: 'https://app.example.org',
    PRICHAL_LOG_LEVEL: 'warn',
    PRICHAL_SERVER_LOOPS: '2',
    PRICHAL_SERVER_CONNECTIONS_PER_ADDRESS: '0',
    PRICHAL_SERVER_DRAIN_DELAY: '1000',
    PRICHAL_STORE_KIND: 'valkey',
    PRICHAL_STORE_VALKEY_URI: uri,
    PRICHAL_STORE_VALKEY_SCHEMA: kind === 'native' ? 'native' : 'official',
    PRICHAL_PROXIES_TRUSTED: '127.0.0.0/8',
    PRICHAL_BRIDGE_HEARTBEAT: `${HEARTBEAT_SECONDS}`,
    PRICHAL_BRIDGE_REQUEST_SOURCE: 'all',
    PRICHAL_BRIDGE_TTL_ZERO: 'true',
    PRICHAL_BRIDGE_CONNECTIONS_LIMIT: '0',
    ...Object.fromEntries(limits.map((name) => [`PRICHAL_BRIDGE_${name}`, '0'])),
  };
  const flags = `--listen 127.0.0.1:${port} --admin 127.0.0.1:${admin} --web ${web} --data ${join(folder, `data-${port}`)}`;
  const running =
    kind === 'theirs'
      ? start(peer, theirs, join(folder, `${kind}-${port}.log`))
      : start(`${binary} serve ${flags}`, ours, join(folder, `${kind}-${port}.log`));
  const url = `http://127.0.0.1:${port}`;
  await until(`${kind} on port ${port} is ready (log: ${running.log})`, async () => {
    if (running.over) throw new Error(`${kind} has ended at once: ${running.log} says why`);
    const ready = (await statusOf(`http://127.0.0.1:${admin}/readyz`)) === 200;
    return ready && (await statusOf(`${url}/`)) !== 0;
  }).catch((error) => {
    running.child.kill('SIGKILL');
    throw error;
  });
  return {
    kind,
    url,
    admin: `http://127.0.0.1:${admin}`,
    /** Whether it exited without being asked to. */
    crashed: () => running.over && !running.asked,
    ended: running.ended,
    async stop(signal = 'SIGTERM') {
      running.asked = true;
      if (!running.over) running.child.kill(signal);
      return await running.ended;
    },
  };
}
