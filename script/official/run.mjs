// Runs both bridges on one cluster of three masters: messages between them, and fleets that are
// replaced instance by instance. Called by script/beside-official, which builds first.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { startBalancer } from './balancer.mjs';
import { CHECKS } from './checks.mjs';
import { startCluster, startInstance, stopAll } from './fleet.mjs';
import { swapFleet } from './swap.mjs';

const root = resolve(import.meta.dirname, '../..');
const say = (text) => process.stdout.write(`${text}\n`);
const fail = (text) => {
  process.stderr.write(`prichal: ${text}\n`);
  process.exit(1);
};
/** Kinds of the wallet's and the page's bridge. */
const WAYS = [
  ['ours', 'theirs'],
  ['theirs', 'ours'],
  ['ours', 'ours'],
  ['theirs', 'theirs'],
];
/**
 * Swaps, each with its requirement for our bridge. A swap of the official bridge for itself shows
 * its own losses. With our own schema, messages pending in the official bridge stay there.
 */
const SWAPS = [
  { from: 'theirs', to: 'ours' },
  { from: 'ours', to: 'theirs' },
  { from: 'ours', to: 'ours' },
  { from: 'theirs', to: 'theirs' },
  { from: 'ours', to: 'native', leaves: true },
  { from: 'ours', to: 'native', leaves: true, atOnce: true },
];

const { values: options } = parseArgs({
  options: {
    peer: { type: 'string' },
    server: { type: 'string', default: join(root, 'build/release/prichal') },
    runs: { type: 'string', default: '1' },
    only: { type: 'string' },
    rate: { type: 'string', default: '200' },
    seconds: { type: 'string', default: '5' },
    keep: { type: 'boolean', default: false },
    serve: { type: 'boolean', default: false },
  },
});
if (options.peer === undefined) fail("--peer is missing: the official bridge's command");
const only = options.only?.split(',');
const known = [...Object.keys(CHECKS), 'swap'];
const unknown = only?.find((name) => !known.includes(name));
if (unknown !== undefined) fail(`unknown check '${unknown}': one of ${known.join(', ')}`);
const wanted = (name) => only === undefined || only.includes(name);

const folder = mkdtempSync(join(tmpdir(), 'prichal-beside-'));
const cluster = await startCluster(folder);
const about = {
  uri: cluster.uri,
  folder,
  binary: options.server,
  web: join(root, 'build/web'),
  peer: options.peer,
};
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1));
process.on('exit', () => {
  stopAll();
  if (!options.keep) rmSync(folder, { recursive: true, force: true });
});

let wrong = 0;

/**
 * Runs all checks in all combinations, with two instances of each kind, so that messages always
 * cross instances.
 */
async function check(runs) {
  const instances = {};
  for (const kind of ['ours', 'theirs']) {
    instances[kind] = [await startInstance(kind, about), await startInstance(kind, about)];
  }
  const ours = (url) => instances.ours.some((one) => one.url === url);
  for (const [name, run] of Object.entries(CHECKS)) {
    if (!wanted(name)) continue;
    for (const [from, to] of WAYS) {
      const [sender, receiver] = [instances[from][0].url, instances[to][1].url];
      const said = new Map();
      let held = 0;
      for (let at = 0; at < runs; at += 1) {
        const outcome = await run(sender, receiver, { ours }).catch((error) => ({
          holds: false,
          said: error.message,
        }));
        held += outcome.holds ? 1 : 0;
        said.set(outcome.said, (said.get(outcome.said) ?? 0) + 1);
      }
      // If the official bridge serves the page, the losses are its own.
      if (held < runs && to === 'ours') wrong += 1;
      const told = [...said].map(([text, times]) => (runs > 1 ? `${times} × ${text}` : text));
      say(
        `${name.padEnd(16)} ${`${from} → ${to}`.padEnd(16)} ${held} of ${runs}   ${told.join('; ')}`,
      );
    }
  }
  for (const instance of Object.values(instances).flat()) {
    if (instance.crashed()) say(`an instance of ${instance.kind} has ended by itself`);
    await instance.stop('SIGKILL');
  }
}

/** Returns the counts of `record` by kind. */
const each = (record) =>
  Object.entries(record)
    .map(([kind, count]) => `${count} by ${kind}`)
    .join(', ') || '0';

async function swap(runs) {
  for (let at = 0; at < runs; at += 1) {
    for (const { from, to, leaves, atOnce } of SWAPS) {
      const seen = await swapFleet({
        from,
        to,
        atOnce,
        cluster,
        options: about,
        rate: Number(options.rate),
        seconds: Number(options.seconds),
      });
      const ofOurs = leaves ? [seen.crashes] : [seen.lost, seen.falling, seen.crashes];
      if (ofOurs.some(({ ours = 0, native = 0 }) => ours + native > 0)) wrong += 1;
      say(
        `swap             ${`${from} → ${to}${atOnce ? ', at once' : ''}`.padEnd(16)} ${seen.acknowledged} acknowledged, ${seen.again} sent again, ${seen.streams} streams; lost ${each(seen.lost)}; twice ${each(seen.twice)}; ids that fell ${each(seen.falling)}; slowest, ms ${each(seen.slowest)}${leaves ? '' : `; gone from the servers ${seen.gone}`}; crashes ${each(seen.crashes)}`,
      );
      if (options.keep) {
        for (const { body, kind, sentAt, ackedAt, stream } of seen.missing) {
          say(
            `  ${body}, taken by ${kind} within ${ackedAt - sentAt} ms, owed by ${stream.kind}, whose stream opened ${stream.openedAt - ackedAt} ms and ended ${stream.endedAt - ackedAt} ms after the answer`,
          );
        }
      }
    }
  }
}

/** Starts two instances of each kind and of both kinds, behind balancers, for external clients. */
async function serve() {
  const start = (kind) => startInstance(kind, about).then(({ url }) => url);
  for (const [name, kinds] of [
    ['ours', ['ours', 'ours']],
    ['theirs', ['theirs', 'theirs']],
    ['both', ['ours', 'theirs']],
  ]) {
    const urls = [];
    for (const kind of kinds) urls.push(await start(kind));
    say(`${name} ${await startBalancer(urls)}/bridge`);
  }
  await new Promise((_over, failed) => process.stdin.on('error', failed).resume());
}

if (options.serve) await serve();
if (Object.keys(CHECKS).some(wanted)) await check(Number(options.runs));
if (wanted('swap')) await swap(Number(options.runs));
process.exit(wrong > 0 ? 1 : 0);
