// Trials of sign-in, compared with common Node libraries for the same work
// (script/benchmarks/auth).
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { authSettings } from '../../e2e/fixtures/auth-client.ts';
import { initData } from '../../e2e/fixtures/sign-in.ts';
import { requestText, sendAll } from './auth/load.mjs';
import {
  INIT_DATA_VECTOR,
  INIT_DATA_VECTORS,
  PROOF_VECTORS,
  TON_VECTORS,
} from './auth/vectors.mjs';
import { node } from './subjects.mjs';
import { cpuSeconds, run } from './trials.mjs';

export const AUTH_TRIALS = {
  'auth-checks': 'checks of init data and of ton_proof, without a server',
  'auth-exchanges': 'whole sign-ins over HTTP, ours kept on the disk',
  'auth-verify': '/auth/verify beside a small file of the same binary',
  'auth-sessions': 'memory and a restart with 1,000,000 sessions',
};

const beside = (name) => join(import.meta.dirname, 'auth', name);

/** Runs a program on one core. */
const pinned = async (core, ...command) =>
  (await run('taskset', ['-c', `${core}`, ...command.map(String)])).stdout;

const wallet = (vector) => vector.split('-')[1];

/** Measures our checks by the thread's CPU time. */
async function ourChecks({ cores, quick }, root) {
  const program = (name) => join(root, 'build/whole-program', name);
  const rounds = quick ? 1 : 11;
  const said = await pinned(
    cores.server,
    ...[program('sign-in-bench'), rounds, INIT_DATA_VECTORS, INIT_DATA_VECTOR],
  );
  const micros = Number(/^init data, vector +([\d.]+) us/m.exec(said)?.[1]);
  if (!micros) throw new Error(`sign-in-bench has said something else:\n${said}`);
  // Parsing the user is part of the check.
  const figures = { init_data_per_second: 1e6 / micros, init_data_parsed_per_second: 1e6 / micros };
  const proofs = await pinned(cores.server, program('ton-bench'), TON_VECTORS, rounds);
  for (const vector of PROOF_VECTORS) {
    const line = new RegExp(`^${vector} .* from JSON ([\\d.]+) us; .* ([\\d.]+) % of bare`, 'm');
    const [, fromJson, percent] = line.exec(proofs) ?? [];
    if (!percent) throw new Error(`ton-bench has said something else:\n${proofs}`);
    figures[`proof_${wallet(vector)}_per_second`] = 1e6 / Number(fromJson);
    figures[`proof_${wallet(vector)}_percent_of_bare`] = Number(percent);
  }
  return figures;
}

/**
 * Measures the Node checks by the process's CPU time. The process has one core, also for its
 * garbage collector.
 */
async function nodeChecks({ cores, quick }) {
  const rounds = quick ? 1 : 5;
  const said = await pinned(cores.server, process.execPath, beside('peer-calls.mjs'), rounds);
  const micros = JSON.parse(said);
  return {
    init_data_per_second: 1e6 / micros['init data'],
    init_data_parsed_per_second: 1e6 / micros['init data, parsed'],
    ...Object.fromEntries(
      PROOF_VECTORS.map((name) => [`proof_${wallet(name)}_per_second`, 1e6 / micros[name]]),
    ),
  };
}

const COUNTS = { ours: { telegram: 20_000, ton: 10_000 }, node: { telegram: 5000, ton: 500 } };

async function exchangesTrial(context, kind, who, makeSubject) {
  const subject = await makeSubject();
  const running = await subject.start();
  try {
    const count = COUNTS[who][kind] / (context.quick ? 50 : 1);
    const { port } = new URL(running.url);
    const load = [process.execPath, beside('exchanges.mjs'), kind, port, running.pid, count];
    return JSON.parse(await pinned(context.cores.generator, ...load));
  } finally {
    await running.stop();
  }
}

/** Returns the resident memory of a process in megabytes. */
const residentMb = (pid) =>
  Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1000;

/** Returns the time from the start of a server until it is ready. */
async function startReady(subject) {
  const began = performance.now();
  const running = await subject.start();
  while (!(await fetch(`${subject.admin}/readyz`).catch(() => ({ ok: false }))).ok) {
    await new Promise((later) => setTimeout(later, 5));
  }
  return { running, milliseconds: performance.now() - began };
}

/**
 * Fills a folder with `count` sessions, starts on it, reads some sessions, kills the server, and
 * starts again.
 */
async function sessionsTrial(context, root, makeSubject) {
  const [sessions, asked] = context.quick ? [20_000, 2000] : [1_000_000, 100_000];
  const subject = await makeSubject();
  const tokens = join(context.folder, 'tokens');
  const fill = join(root, 'build/whole-program/ledger-bench');
  await run(fill, [join(context.folder, 'data'), `${sessions}`, tokens, `${asked}`]);
  let { running, milliseconds } = await startReady(subject);
  try {
    const start_ms = milliseconds;
    const started_mb = residentMb(running.pid);
    const lines = readFileSync(tokens, 'utf8').trimEnd().split('\n');
    const { refused } = await sendAll({
      port: new URL(running.url).port,
      requests: lines.length,
      next: (i) => requestText('GET', '/auth/verify', [`Authorization: Bearer ${lines[i]}`]),
    });
    if (refused > 0) throw new Error(`${refused} of ${lines.length} sessions are not known`);
    const resident_mb = residentMb(running.pid);
    await running.stop('SIGKILL');
    ({ running, milliseconds } = await startReady(subject));
    return { start_ms, started_mb, resident_mb, restart_ms: milliseconds };
  } finally {
    await running.stop();
  }
}

/**
 * Signs users in.
 * @returns their access tokens
 */
async function signIn(url, people) {
  const tokens = [];
  for (let person = 1; person <= people; person += 1) {
    const headers = { Authorization: `tma ${initData(person)}` };
    const answer = await fetch(`${url}/auth/telegram`, { method: 'POST', headers });
    if (!answer.ok) throw new Error(`${url}/auth/telegram: ${await answer.text()}`);
    tokens.push((await answer.json()).access_token);
  }
  return tokens;
}

/** Runs wrk with 64 connections. Each request uses the next token. */
async function requestsTrial(context, makeSubject, path, people) {
  const subject = await makeSubject();
  const running = await subject.start();
  try {
    const tokens = join(context.folder, 'tokens');
    writeFileSync(tokens, (await signIn(running.url, people)).join('\n'));
    const wrk = (seconds) =>
      pinned(
        context.cores.generator,
        ...['wrk', '--threads=1', '--connections=64', `--duration=${seconds}s`],
        ...[`--script=${beside('tokens.lua')}`, running.url + path, '--', tokens],
      );
    await wrk(1);
    const before = cpuSeconds(running.pid);
    const stdout = await wrk(context.quick ? 1 : 6);
    const used = cpuSeconds(running.pid) - before;
    if (/Non-2xx|Socket errors/.test(stdout)) throw new Error(`${running.url}${path}\n${stdout}`);
    const requests = Number(/(\d+) requests in/.exec(stdout)?.[1]);
    return { cpu_us_per_request: (1e6 * used) / requests };
  } finally {
    await running.stop();
  }
}

/**
 * Returns every trial as `{ trial, subject, run, timed }`.
 * @param {{ root: string, ours: (variables: Record<string, string>) => Promise<object>, smallFile:
 * () => Promise<{ path: string }> }} signIn
 */
export function authSteps(context, { root, ours, smallFile }) {
  const { cores } = context;
  const folder = join(context.folder, 'auth');
  const durable = () => {
    rmSync(join(context.folder, 'data'), { recursive: true, force: true });
    return ours(authSettings(folder));
  };
  const nodeServer = () => node({ program: beside('peer-server.mjs'), core: cores.server });
  const steps = [
    { trial: 'auth-checks', subject: 'ours', run: () => ourChecks(context, root), timed: true },
    { trial: 'auth-checks', subject: 'node', run: () => nodeChecks(context), timed: true },
  ];
  for (const kind of ['telegram', 'ton']) {
    for (const [subject, make] of [
      ['ours', durable],
      ['node', nodeServer],
    ]) {
      const exchange = () => exchangesTrial(context, kind, subject, make);
      steps.push({ trial: `auth-exchanges, ${kind}`, subject, run: exchange, timed: true });
    }
  }
  // Number of users between which a proxy alternates. A cache of one entry is useless then.
  const people = context.quick ? 10 : 1000;
  steps.push({
    trial: 'auth-verify',
    subject: 'verify',
    run: () => requestsTrial(context, durable, '/auth/verify', people),
    timed: true,
  });
  steps.push({
    trial: 'auth-verify',
    subject: 'file',
    run: async () => requestsTrial(context, durable, (await smallFile()).path, people),
    timed: true,
  });
  steps.push({
    trial: 'auth-sessions',
    subject: 'ours',
    run: () => sessionsTrial(context, root, durable),
  });
  return steps;
}
