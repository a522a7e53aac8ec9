// The server's defaults in a small container: 256 MiB and half a CPU are enough while attackers
// exhaust every limit. The server reads the limits of its control group, so the test is skipped if
// this process cannot create one.

import assert from 'node:assert/strict';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import type net from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { AttackedBridge, clientId, until } from './attacked-bridge.ts';
import '../contract/node-test.ts';

const memory = 256 * 1024 * 1024;
const period = 100_000;
const quota = period / 2;
const name = `prichal-test-${process.pid}`;

interface Container {
  readonly what: string;
  /** Command that runs another one inside the container. */
  readonly within: readonly string[];
  /** Peak memory in bytes, and whether the kernel killed a process for lack of memory. */
  readonly used: () => { readonly most: number; readonly killed: boolean };
  readonly remove: () => void;
}

/** Runs a command after joining these control groups. */
const inGroups = (folders: readonly string[]) => [
  'sh',
  '-c',
  `${folders.map((folder) => `echo $$ > ${folder}/cgroup.procs`).join(' && ')} && exec "$@"`,
  'sh',
];

function read(path: string): string {
  return readFileSync(path, 'utf8');
}

function groupOfVersion2(): Container {
  const folder = `/sys/fs/cgroup/${name}`;
  assert.ok(existsSync('/sys/fs/cgroup/cgroup.controllers'));
  mkdirSync(folder);
  const remove = () => rmdirSync(folder);
  try {
    writeFileSync(`${folder}/memory.max`, `${memory}`);
    writeFileSync(`${folder}/cpu.max`, `${quota} ${period}`);
  } catch (error) {
    remove();
    throw error;
  }
  return {
    what: 'a control group of version 2',
    within: inGroups([folder]),
    used: () => ({
      most: Number(read(`${folder}/memory.peak`)),
      killed: !/^oom_kill 0$/m.test(read(`${folder}/memory.events`)),
    }),
    remove,
  };
}

function groupsOfVersion1(): Container {
  const folders = ['memory', 'cpu'].map((kind) => `/sys/fs/cgroup/${kind}/${name}`);
  const [inMemory = '', inCpu = ''] = folders;
  const remove = () => {
    for (const folder of folders) if (existsSync(folder)) rmdirSync(folder);
  };
  try {
    for (const folder of folders) mkdirSync(folder);
    writeFileSync(`${inMemory}/memory.limit_in_bytes`, `${memory}`);
    writeFileSync(`${inCpu}/cpu.cfs_period_us`, `${period}`);
    writeFileSync(`${inCpu}/cpu.cfs_quota_us`, `${quota}`);
  } catch (error) {
    remove();
    throw error;
  }
  return {
    what: 'control groups of version 1',
    within: inGroups(folders),
    used: () => ({
      most: Number(read(`${inMemory}/memory.max_usage_in_bytes`)),
      killed: !/^oom_kill 0$/m.test(read(`${inMemory}/memory.oom_control`)),
    }),
    remove,
  };
}

function makeContainer(): Container | null {
  for (const make of [groupOfVersion2, groupsOfVersion1]) {
    try {
      return make();
    } catch {
      // Not available here, or not permitted.
    }
  }
  return null;
}

const container = makeContainer();
after(() => container?.remove());

test('the server withstands load with 256 MiB and half a CPU', async (t) => {
  // The test needs the limits. Root can make control groups, so CI runs it.
  if (!container) return t.skip('this user may not make a control group with memory and cpu here');
  t.diagnostic(`ran in ${container.what}`);
  const data = mkdtempSync(join(tmpdir(), 'prichal-'));
  t.after(() => rmSync(data, { recursive: true, force: true }));
  const bridge = await AttackedBridge.start(
    { PRICHAL_SERVER_LOOPS: '0', PRICHAL_STORE_DATA: data },
    container.within,
  );
  t.after(() => bridge.kill());
  // The defaults follow the limits.
  assert.equal(await bridge.metric('prichal_loops'), 1);

  // More clients than the maximum number of connections. They read nothing.
  const sockets: net.Socket[] = [];
  const strangers = Array.from({ length: 40 }, (_, number) => `203.0.113.${number + 1}`);
  for (let number = 0; number < 1000; number += 1) {
    const socket = await bridge.connect();
    const address = strangers[number % strangers.length];
    socket.write(
      `GET /bridge/events?client_id=${clientId(1 + (number % 100))} HTTP/1.1\r\nHost: a\r\n` +
        `X-Forwarded-For: ${address}\r\n\r\n`,
    );
    socket.pause();
    sockets.push(socket);
  }
  // A sender that writes to them at the rate limit.
  let stopped = false;
  t.after(() => {
    stopped = true;
  });
  const answers = new Map<number, number>();
  const flood = async (address: string, seed: number) => {
    for (let round = seed; !stopped; round += 1) {
      const body = `${address} ${round} ${'x'.repeat([200_000, 60_000, 2_000][round % 3] ?? 0)}`;
      const to = clientId(1 + (round % 400));
      const answer = await bridge
        .post(address, clientId(900 + (round % 9)), to, body, 60)
        .catch(() => ({ status: 0 }));
      answers.set(answer.status, (answers.get(answer.status) ?? 0) + 1);
    }
  };
  const floods = strangers.map((address, number) => flood(address, number * 7));
  const answered = () => [...answers.values()].reduce((sum, count) => sum + count, 0);
  await until('the flood has had a thousand answers', () => answered() > 1_000, 90);

  // An innocent client is served as soon as a connection is free.
  const connections = await bridge.metric('prichal_connections');
  for (const socket of sockets.splice(0, 200)) socket.destroy();
  await until(
    'connections are free',
    async () => (await bridge.metric('prichal_connections')) < connections - 100,
  );
  const stream = await bridge.listen('192.0.2.1', clientId(5000));
  let delivered = 0;
  await until('a friend’s messages arrive', async () => {
    const answer = await bridge
      .post('198.51.100.7', clientId(7), clientId(5000), `${delivered}`)
      .catch(() => ({ status: 0 }));
    if (answer.status === 200) delivered += 1;
    return delivered >= 20 && stream.messages.length >= 20;
  });
  stopped = true;
  await Promise.all(floods);
  stream.close();
  for (const socket of sockets) socket.destroy();

  t.diagnostic(`answers by status: ${JSON.stringify(Object.fromEntries(answers))}`);
  const { most, killed } = container.used();
  t.diagnostic(`at most ${Math.round(most / 1024 / 1024)} MiB were in use`);
  assert.ok(!killed);
  assert.ok(most <= memory);
  // The sessions end and the process stays. A clean exit proves that it was not killed earlier.
  await bridge.stop();
});
