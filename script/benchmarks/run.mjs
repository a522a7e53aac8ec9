// Runs all trials on all subjects, in turns, and writes the report. Called by script/bench, which
// builds first.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, release, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { AUTH_TRIALS, authSteps } from './auth-trials.mjs';
import { FLEETS, fleetLines, fleetName, fleetTrial } from './fleet.mjs';
import { HTTP2_TRIALS, http2Steps } from './http2.mjs';
import { aligned, htmlPage, textTable } from './report.mjs';
import { resultsOf, rowsOf } from './rows.mjs';
import { sizesTrial } from './sizes.mjs';
import { MOST_STOLEN_PERCENT, undisturbed } from './stolen.mjs';
import * as subjects from './subjects.mjs';
import { TLS_TRIALS, tlsSteps } from './tls-trials.mjs';
import {
  BRIDGE_TRIALS,
  breakOff,
  bridgeTrial,
  diskTrial,
  drainTrial,
  filesTrial,
  headersOf,
  keepTrial,
} from './trials.mjs';

const root = resolve(import.meta.dirname, '../..');
const say = (text) => process.stdout.write(`${text}\n`);
const OTHER_TRIALS = {
  keep: 'kill -9 after 10,000 acknowledged messages, and what is there after a restart',
  drain: 'SIGTERM with 1,000 streams and traffic, and what is lost after a restart',
  files: 'a small file and one of 60 kB beside nginx, the same bytes',
  disk: 'how often a second the disk takes a message, and 256 at once',
  'cluster-sizes':
    'bytes of a mailbox and of a stream in the server, and what opening one asks for',
  'cluster-fleet': 'several instances on several shards: what one more of either adds',
  ...HTTP2_TRIALS,
  ...TLS_TRIALS,
  ...AUTH_TRIALS,
};

function refuse(reason) {
  process.stderr.write(`prichal: ${reason}\n`);
  process.exit(1);
}

function readOptions() {
  try {
    return parseArgs({
      options: {
        peer: { type: 'string' },
        runs: { type: 'string', default: '3' },
        only: { type: 'string' },
        cores: { type: 'string', default: '0,1' },
        folder: { type: 'string', default: tmpdir() },
        quick: { type: 'boolean', default: false },
      },
    }).values;
  } catch (error) {
    return refuse(`${error.message.replace(/\.$/, '')}. Help: head -20 script/bench`);
  }
}
const options = readOptions();

const [serverCore, generatorCore] = options.cores.split(',').map(Number);
const context = {
  generator: join(root, 'build/whole-program/bridge-load'),
  cores: { server: serverCore, generator: generatorCore },
  quick: options.quick,
  folder: mkdtempSync(join(options.folder, 'prichal-bench-')),
};
const only = options.only?.split(',');
const names = [...Object.keys(BRIDGE_TRIALS), ...Object.keys(OTHER_TRIALS)];
/** A name selects all trials that begin with it: `cluster` selects `cluster-latency`. */
const stands = (name, trial) => trial === name || trial.startsWith(`${name}-`);
const unknown = only?.filter((name) => !names.some((trial) => stands(name, trial))) ?? [];
if (unknown.length > 0) refuse(`unknown trial '${unknown[0]}': one of ${names.join(' ')}`);
const isSelected = (trial) => only === undefined || only.some((name) => stands(name, trial));

/**
 * Makes a subject that stores its messages in other servers. Ours uses the schema at the end of its
 * name. The other bridge takes one address and discovers the cluster there.
 */
const instanceAt = (subject, { uri }) =>
  subject.startsWith('valkey-peer')
    ? subjects.peer({ command: options.peer, core: serverCore, uri: uri.split(',')[0] })
    : ours('valkey', uri, subject.split(' ')[1]);

async function makeWithValkey(subject) {
  const { folder } = context;
  const server = await subjects.valkey({ core: generatorCore, folder });
  return subjects.keptIn(server, await instanceAt(subject, server));
}

/** Runs `instances` of a subject on one CPU, and its servers on the load generator's. */
async function runFleet(subject, { instances, shards }) {
  const servers = await subjects.valkey({ core: generatorCore, folder: context.folder, shards });
  const all = [];
  for (let number = 0; number < instances; number += 1) {
    all.push(await instanceAt(subject, servers));
  }
  return fleetTrial(context, servers, all);
}

const ours = (store, uri, schema, variables) =>
  subjects.prichal({
    binary: join(root, 'build/whole-program/prichal'),
    store,
    web: join(root, 'build/web'),
    core: serverCore,
    folder: context.folder,
    uri,
    schema,
    variables,
  });

/** Makes a new subject. Its data is deleted with the next one. */
function make(subject) {
  rmSync(join(context.folder, 'data'), { recursive: true, force: true });
  const core = serverCore;
  if (subject.startsWith('valkey')) return makeWithValkey(subject);
  if (subject === 'peer') return subjects.peer({ command: options.peer, core });
  if (subject === 'echo') return subjects.echo({ generator: context.generator, core });
  return ours(subject === 'memory' ? 'memory' : 'sqlite');
}

/**
 * Returns the compressed file of the build whose size is nearest to `bytes`, with its response
 * headers.
 */
async function fileNear(bytes) {
  const assets = join(root, 'build/web/assets');
  const distance = (name) => Math.abs(Math.log(statSync(join(assets, name)).size / bytes));
  const [packed] = readdirSync(assets)
    .filter((name) => name.endsWith('.js.br'))
    .sort((one, other) => distance(one) - distance(other));
  const path = `/assets/${packed.slice(0, -3)}`;
  const ours = await (await make('memory')).start();
  const headers = await headersOf(ours.url + path).finally(() => ours.stop());
  return { path, packed: join(assets, packed), headers };
}

/** Returns every trial as `{ trial, subject, run }`, in the order of a round. */
async function plan() {
  const steps = [];
  const add = (trial, all, run, timed = false) => {
    for (const subject of all) {
      if (subject.endsWith('peer') && options.peer === undefined) continue;
      const step = () => run(subject);
      steps.push({ trial, subject, run: timed ? () => untilUndisturbed(step) : step });
    }
  };
  for (const [trial, { subjects: all, timed }] of Object.entries(BRIDGE_TRIALS)) {
    if (isSelected(trial)) {
      add(trial, all, (subject) => bridgeTrial(context, trial, () => make(subject)), timed);
    }
  }
  if (isSelected('keep')) {
    add('keep', ['durable', 'peer'], async (subject) => {
      const figures = await keepTrial(context, () => make(subject));
      return { ...figures, kept_percent: (100 * figures.kept) / figures.acknowledged };
    });
  }
  if (isSelected('drain')) {
    add('drain', ['durable', 'peer'], (subject) => drainTrial(context, () => make(subject)));
  }
  if (isSelected('files')) {
    for (const [size, bytes] of [
      ['small', 1000],
      ['60 kB', 60_000],
    ]) {
      const file = await fileNear(bytes);
      const nginx = () =>
        subjects.nginx({ core: serverCore, folder: context.folder, files: [file] });
      const run = (subject) =>
        filesTrial(context, subject === 'nginx' ? nginx : () => make(subject), file.path);
      add(`files, ${size}`, ['memory', 'nginx'], run, true);
    }
  }
  if (isSelected('disk')) add('disk', ['machine'], () => diskTrial(context));
  if (isSelected('cluster-sizes')) {
    add('cluster-sizes', ['valkey native', 'valkey official'], (subject) =>
      sizesTrial(context, async () => {
        const servers = await subjects.valkey({ core: generatorCore, folder: context.folder });
        return { servers, instance: await instanceAt(subject, servers) };
      }),
    );
  }
  if (isSelected('cluster-fleet')) {
    for (const bridge of ['valkey', 'valkey-peer']) {
      if (bridge === 'valkey-peer' && options.peer === undefined) continue;
      for (const fleet of FLEETS) {
        const name = `${bridge} ${fleetName(fleet)}`;
        add('cluster-fleet', [name], () => runFleet(bridge, fleet), true);
      }
    }
  }
  for (const { trial, subject, run, timed } of await http2Steps(context, {
    ours: (variables) => ours('memory', undefined, undefined, variables),
    nginx: (file, tls) =>
      subjects.nginx({ core: serverCore, folder: context.folder, files: [file], tls, http2: true }),
    fileNear,
    wanted: isSelected,
  })) {
    add(trial, [subject], run, timed);
  }
  if (Object.keys(TLS_TRIALS).some(isSelected)) {
    const make = {
      ours: (variables) => ours('memory', undefined, undefined, variables),
      fileNear,
    };
    for (const { trial, subject, run, timed } of await tlsSteps(context, make)) {
      if (isSelected(trial.split(',')[0])) add(trial, [subject], run, timed);
    }
  }
  const signIn = {
    root,
    ours: (variables) => ours('sqlite', undefined, undefined, variables),
    smallFile: () => fileNear(1000),
  };
  for (const { trial, subject, run, timed } of authSteps(context, signIn)) {
    if (isSelected(trial.split(',')[0])) add(trial, [subject], run, timed);
  }
  return steps;
}

let takenAgain = 0;

/** Runs a timed trial, and repeats it if the machine's host took too much CPU time. */
async function untilUndisturbed(step) {
  const cores = [serverCore, generatorCore];
  return await undisturbed(cores, step, (stolen) => {
    takenAgain += 1;
    say(`  the host took ${stolen.toFixed(1)} % of a processor: once more`);
  });
}

/** Returns the largest stolen share of the timed trials that count. */
function mostStolen(figures) {
  const all = Object.values(figures).flatMap((subjects) => Object.values(subjects).flat());
  return Math.max(0, ...all.map((each) => each.stolen_percent ?? 0));
}

const load = () => loadavg()[0].toFixed(1);

function factsOf(loadBefore, figures) {
  const commit = execFileSync('git', ['-C', root, 'describe', '--always', '--dirty'], {
    encoding: 'utf8',
  });
  return [
    [
      'machine',
      `${cpus()[0]?.model ?? 'unknown'}, ${availableParallelism()} cores, Linux ${release()}`,
    ],
    ['commit', commit.trim()],
    ['when', new Date().toISOString()],
    ['runs', `${options.runs}${options.quick ? ', quick: the figures mean nothing' : ''}`],
    ['cores', `bridge on ${serverCore}, generator on ${generatorCore}`],
    [
      'load average',
      `${loadBefore} before, ${load()} after; others' work when it was above 0.5 before`,
    ],
    [
      'taken by the host',
      `at most ${mostStolen(figures).toFixed(1)} % of a processor in a timed trial that counts; ${takenAgain} trials in which it was more than ${MOST_STOLEN_PERCENT} % were taken again`,
    ],
    ['peer', options.peer ?? 'none: name one with --peer'],
  ];
}

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    subjects.stopAll();
    breakOff();
    rmSync(context.folder, { recursive: true, force: true });
    process.exit(1);
  });
}

try {
  const figures = {};
  const loadBefore = load();
  const steps = await plan();
  for (let run = 1; run <= Number(options.runs); run += 1) {
    // Every second round runs in reverse, so that no subject always follows the same one.
    for (const { trial, subject, run: step } of run % 2 === 1 ? steps : [...steps].reverse()) {
      say(`run ${run}: ${trial}, ${subject}`);
      figures[trial] ??= {};
      figures[trial][subject] ??= [];
      const seen = await step();
      figures[trial][subject].push(seen);
      // Not an error: a full server rejects messages. But a rejection is faster than an accepted message.
      if (seen.refused > 0) say(`  refused ${seen.refused} messages`);
    }
  }
  const rows = rowsOf(resultsOf(figures));
  const fleet = fleetLines(resultsOf(figures));
  const facts = factsOf(loadBefore, figures);
  const out = join(root, 'build/bench');
  mkdirSync(out, { recursive: true });
  writeFileSync(
    join(out, 'report.json'),
    `${JSON.stringify({ facts, rows, fleet, figures }, null, 2)}\n`,
  );
  writeFileSync(join(out, 'report.html'), htmlPage(rows, facts, figures, fleet));
  say(`\n${facts.map(([name, value]) => `${name}: ${value}`).join('\n')}\n\n${textTable(rows)}`);
  if (fleet) say(`\n${aligned(fleet)}`);
  say('\nbuild/bench/report.html has charts and every figure, build/bench/report.json the same.');
  if (rows.some(({ holds }) => holds === false)) process.exitCode = 1;
} catch (error) {
  process.stderr.write(`prichal: ${error.message}\n`);
  process.exitCode = 1;
} finally {
  rmSync(context.folder, { recursive: true, force: true });
}
