// Checks that the report of script/bench shows only what was measured: a target without a
// measurement is open, a missed target is marked, and the page is self-contained.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { resolve } from 'node:path';
import { test } from 'node:test';
import { requestText, sendAll } from '../../benchmarks/auth/load.mjs';
import { commandsIn, fleetLines } from '../../benchmarks/fleet.mjs';
import { aligned, htmlPage, textTable } from '../../benchmarks/report.mjs';
import { resultsOf, rowsOf } from '../../benchmarks/rows.mjs';
import { undisturbed } from '../../benchmarks/stolen.mjs';
import { BRIDGE_TRIALS } from '../../benchmarks/trials.mjs';

const root = resolve(import.meta.dirname, '../../..');

const rowsFor = (figures) => rowsOf(resultsOf(figures));
const row = (rows, title) => rows.find((one) => one.title.startsWith(title));
const speed = (value) => ({ messages_per_second: value, cpu_us_per_message: 10 });

test('rows have the median of measurements and the maximum of failures', () => {
  const rows = rowsFor({
    idle: { memory: [3000, 600, 900].map((bytes) => ({ rss_per_stream_bytes: bytes })) },
    subscribe: { durable: [{ lost: 0 }, { lost: 2 }, { lost: 0 }] },
  });
  assert.equal(row(rows, 'Resident memory').ours, 900);
  assert.equal(row(rows, 'Resident memory').holds, true);
  assert.equal(row(rows, 'Lost in 800 subscribes').ours, 2);
  assert.equal(row(rows, 'Lost in 800 subscribes').holds, false);
});

test('a target relative to the other server is open without its measurement', () => {
  const alone = rowsFor({ throughput: { memory: [speed(70_000)] } });
  assert.equal(row(alone, 'Messages a second, memory').holds, undefined);
  assert.match(textTable(alone), /≥ 4 × peer +open/);
  const beside = rowsFor({ throughput: { memory: [speed(70_000)], peer: [speed(20_000)] } });
  assert.equal(row(beside, 'Messages a second, memory').holds, false);
  assert.match(textTable(beside), /70,000 +20,000 +3\.5 × .*MISSED/);
});

test('a subject that was not measured has no row', () => {
  assert.deepEqual(rowsFor({}), []);
});

test('the page loads no files and shows every figure', () => {
  const figures = { throughput: { memory: [speed(70_000)], peer: [speed(16_000)] } };
  const page = htmlPage(rowsFor(figures), [['machine', '<two> cores']], figures);
  assert.doesNotMatch(page, /\b(src|href|@import|url)\b\s*[=(]/);
  assert.match(page, /<svg[^>]* aria-label="[^"]*ours 70,000, peer 16,000/);
  assert.match(page, /&lt;two&gt; cores/);
});

test('fleets have their own table, with the other server below', () => {
  const run = { messages_per_second: 9000, instances_us: 40, shards_us: 55.5, commands: 12 };
  const lines = fleetLines(
    resultsOf({ 'cluster-fleet': { 'valkey-peer 2 on 3': [run], 'valkey 2 on 3': [run] } }),
  );
  assert.deepEqual(
    lines.map(([name]) => name),
    ['instances on shards', '2 on 3', '2 on 3, peer'],
  );
  assert.match(aligned(lines), /^2 on 3 +9,000 +40 +– +55\.5 +– +12 /m);
  assert.equal(fleetLines(resultsOf({})), undefined);
  const page = htmlPage([], [], {}, lines);
  assert.match(page, /<th>instances on shards<\/th>/);
  assert.doesNotMatch(htmlPage([], [], {}), /Several instances/);
});

test('calls of commands are parsed from a server’s output', () => {
  const info =
    '# Commandstats\r\ncmdstat_hset:calls=12,usec=30,usec_per_call=2.50\r\n' +
    'cmdstat_cluster|info:calls=3,usec=1,usec_per_call=0.33\r\n';
  assert.deepEqual(commandsIn(info), { hset: 12, 'cluster|info': 3 });
});

test('script/bench and docs/internals/benchmarks.md name every trial', () => {
  const names = [
    ...Object.keys(BRIDGE_TRIALS),
    'keep',
    'drain',
    'files',
    'disk',
    'cluster-sizes',
    'cluster-fleet',
  ];
  for (const file of ['script/bench', 'docs/internals/benchmarks.md']) {
    const text = readFileSync(resolve(root, file), 'utf8');
    assert.deepEqual(
      names.filter((name) => !new RegExp(`\\b${name}\\b`).test(text)),
      [],
      file,
    );
  }
});

/**
 * Simulates a machine with two CPUs, whose host steals these shares of the second one, by trial.
 */
async function trialsWith(shares) {
  const clock = { all: 0, stolen: 0 };
  let trials = 0;
  const heard = [];
  const step = async () => {
    clock.all += 1000;
    clock.stolen += 1000 * shares[trials];
    trials += 1;
    return { trial: trials };
  };
  const ticks = (core) => (core === 0 ? { all: clock.all, stolen: 0 } : { ...clock });
  const figures = await undisturbed([0, 1], step, (percent) => heard.push(percent), ticks);
  return { ...figures, heard };
}

test('a trial without stolen CPU time counts at once', async () => {
  assert.deepEqual(await trialsWith([0.02]), { trial: 1, stolen_percent: 2, heard: [] });
});

test('other trials are repeated until one counts', async () => {
  const { heard, ...figures } = await trialsWith([0.3, 0.1, 0.01]);
  assert.deepEqual(figures, { trial: 3, stolen_percent: 1 });
  assert.deepEqual(heard, [30, 10]);
});

test('after five trials the one with the least stolen time counts, whatever its result', async () => {
  const { heard, ...figures } = await trialsWith([0.3, 0.1, 0.2, 0.4, 0.5]);
  assert.deepEqual(figures, { trial: 2, stolen_percent: 10 });
  assert.equal(heard.length, 4);
});

test('sign-in has targets relative to Node and to a file', () => {
  const figures = {
    'auth-checks': {
      ours: [{ init_data_per_second: 170_000, proof_v4r2_per_second: 22_000 }],
      node: [{ init_data_per_second: 20_000, proof_v4r2_per_second: 400 }],
    },
    'auth-verify': { verify: [{ cpu_us_per_request: 9 }], file: [{ cpu_us_per_request: 6.5 }] },
    'auth-sessions': { ours: [{ resident_mb: 90, restart_ms: 3100 }] },
  };
  const rows = rowsFor(figures);
  assert.equal(row(rows, 'Init data').holds, false);
  assert.equal(row(rows, 'ton_proof, checks a second, v4r2').holds, true);
  assert.equal(row(rows, 'Processor time of /auth/verify').holds, true);
  assert.equal(row(rows, 'Resident memory with 1,000,000').holds, true);
  assert.equal(row(rows, 'A restart with them').holds, false);
  assert.match(textTable(rows), /22,000 +400 \(Node\) +55 × .*holds/);
});

test('a load sends every request once, in any order of answers', async () => {
  const paths = [];
  const server = createServer((request, response) => {
    paths.push(request.url);
    if (request.url === '/3') response.writeHead(204).end();
    else if (request.url === '/5') response.writeHead(401, { 'Content-Length': 2 }).end('no');
    else response.writeHead(200).end(`answer ${request.url}`);
  });
  await new Promise((listens) => server.listen(0, '127.0.0.1', listens));
  const bodies = [];
  const { refused } = await sendAll({
    port: server.address().port,
    connections: 3,
    requests: 10,
    next: (number) => requestText('POST', `/${number}`, [], 'x'),
    onAnswer: (status, body, number) => bodies.push(`${number} ${status} ${body}`),
  });
  server.close();
  assert.equal(refused, 1);
  assert.deepEqual(
    paths.sort(),
    Array.from({ length: 10 }, (_, number) => `/${number}`),
  );
  assert.ok(['0 200 answer /0', '3 204 ', '5 401 no'].every((each) => bodies.includes(each)));
});
