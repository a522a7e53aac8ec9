// Trials of a subject. A trial starts its subject itself, so that trials are independent, and
// returns figures by name.
import { execFile } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { get } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';

const broken = new AbortController();
const execute = promisify(execFile);
export const run = (program, args) =>
  execute(program, args, { maxBuffer: 1 << 20, signal: broken.signal });

/** Ends the running load generator. */
export const breakOff = () => broken.abort();

/** Returns the CPU seconds of a process so far, user and system. */
export function cpuSeconds(pid) {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100; // sysconf(_SC_CLK_TCK) of every Linux
}

/**
 * Trials of bridges. `args` are for `bridge-load`; `quick` replaces some of them. `timed`: the
 * figures are times, which are invalid if the machine's host steals CPU time.
 * @type {Record<string, { about: string, timed?: true, subjects: string[], args: string[], quick:
 * string[] }>}
 */
export const BRIDGE_TRIALS = {
  idle: {
    about: 'memory and processor time of 10,000 idle streams',
    subjects: ['memory', 'peer'],
    args: ['idle', '--streams=10000', '--seconds=12'],
    quick: ['--streams=1000', '--seconds=1'],
  },
  connects: {
    about: 'streams opened a second',
    timed: true,
    subjects: ['memory', 'peer'],
    args: ['connects', '--streams=5000'],
    quick: ['--streams=500'],
  },
  throughput: {
    about: 'closed loop, 32 senders, 500 streams, 300 bytes',
    timed: true,
    subjects: ['memory', 'peer', 'echo'],
    args: ['throughput', '--senders=32', '--streams=500', '--seconds=8'],
    quick: ['--seconds=1'],
  },
  plain: {
    about: 'the same from senders who want no source sealed: the same work for all subjects',
    timed: true,
    subjects: ['memory', 'peer', 'echo'],
    args: ['throughput', '--senders=32', '--streams=500', '--seconds=8', '--no-request-source'],
    quick: ['--seconds=1'],
  },
  crowd: {
    about: 'closed loop, 256 senders, 500 streams, 300 bytes',
    timed: true,
    subjects: ['durable', 'memory', 'peer'],
    args: ['throughput', '--senders=256', '--streams=500', '--seconds=8'],
    quick: ['--seconds=1'],
  },
  latency: {
    about: '1,000 messages a second beside 10,000 idle streams',
    timed: true,
    subjects: ['memory', 'durable', 'peer', 'echo'],
    args: ['latency', '--rate=1000', '--streams=10000', '--seconds=15'],
    quick: ['--streams=1000', '--seconds=1'],
  },
  subscribe: {
    about: '40 streams that begin inside bursts of 60, 20 rounds',
    subjects: ['durable', 'memory', 'peer'],
    args: ['subscribe', '--streams=40', '--burst=60', '--rounds=20'],
    quick: ['--rounds=2'],
  },
  backlog: {
    about: 'a backlog of 5,000 messages',
    subjects: ['durable', 'memory', 'peer'],
    args: ['backlog', '--messages=5000'],
    quick: ['--messages=500'],
  },
  slow: {
    about: 'a reader that stops, 1,000 messages of 20 kB',
    subjects: ['durable', 'peer'],
    args: ['slow', '--messages=1000', '--body=20000'],
    quick: ['--messages=100'],
  },
};

/**
 * The same with all messages in one Valkey or Redis server, which shares the load generator's CPU.
 */
for (const [trial, timed] of [
  ['idle', false],
  ['throughput', true],
  ['latency', true],
  ['subscribe', false],
]) {
  const { about, args, quick } = BRIDGE_TRIALS[trial];
  BRIDGE_TRIALS[`cluster-${trial}`] = {
    about: `${about}; messages in Valkey`,
    ...(timed ? { timed } : {}),
    subjects: ['valkey', 'valkey-peer'],
    args,
    quick,
  };
}

/** Runs `bridge-load` once. */
export async function load(context, args) {
  const { stdout } = await run(context.generator, [
    args[0],
    '--json',
    `--cpu=${context.cores.generator}`,
    ...args.slice(1),
  ]).catch((error) => {
    throw new Error(`bridge-load ${args.join(' ')}\n${error.stderr || error.message}`);
  });
  return JSON.parse(stdout).figures;
}

/** Runs a trial of BRIDGE_TRIALS on a new subject. */
export async function bridgeTrial(context, trial, makeSubject) {
  const { args, quick } = BRIDGE_TRIALS[trial];
  const subject = await makeSubject();
  const running = await subject.start();
  try {
    const parameters = [...args, ...(context.quick ? quick : [])];
    // The last value of a flag counts.
    const flags = new Map(parameters.slice(1).map((flag) => [flag.split('=')[0], flag]));
    return await load(context, [
      parameters[0],
      ...flags.values(),
      `--url=${running.url}/bridge`,
      ...(['subscribe', 'backlog'].includes(parameters[0]) ? [] : [`--pid=${running.pid}`]),
    ]);
  } finally {
    await running.stop();
  }
}

/**
 * Kills the server under load after a number of acknowledged messages, then counts the stored ones.
 */
export async function keepTrial(context, makeSubject) {
  const subject = await makeSubject();
  const messages = context.quick ? 1000 : 10_000;
  const file = join(context.folder, 'acknowledged');
  for (const old of [file, `${file}.ready`]) rmSync(old, { force: true });
  let running = await subject.start();
  try {
    const sending = load(context, [
      'keep',
      `--messages=${messages}`,
      `--send=${file}`,
      `--url=${running.url}/bridge`,
    ]);
    let over = false;
    const done = sending.finally(() => {
      over = true;
    });
    done.catch(() => {});
    while (!over && !existsSync(`${file}.ready`)) await new Promise((next) => setTimeout(next, 1));
    await running.stop('SIGKILL');
    await sending;
    const began = performance.now();
    running = await subject.start();
    const restarted = performance.now() - began;
    const figures = await load(context, ['keep', `--check=${file}`, `--url=${running.url}/bridge`]);
    return { ...figures, restart_ms: restarted };
  } finally {
    await running.stop();
  }
}

/** Sends SIGTERM with 1,000 streams and traffic, and starts again when the server has exited. */
export async function drainTrial(context, makeSubject) {
  const subject = await makeSubject();
  let running = await subject.start();
  try {
    const trial = load(context, [
      'drain',
      `--streams=${context.quick ? 100 : 1000}`,
      '--restart-within=60',
      `--url=${running.url}/bridge`,
      `--pid=${running.pid}`,
    ]);
    trial.catch(() => {});
    await Promise.race([running.ended, trial]);
    running = await subject.start();
    return await trial;
  } finally {
    await running.stop();
  }
}

/** Loads one file with wrk over 64 connections. `scheme` is the subject's. */
export async function filesTrial(context, makeSubject, path, scheme = 'http') {
  const subject = await makeSubject();
  const running = await subject.start();
  const wrk = (seconds) =>
    run('taskset', [
      ...['-c', `${context.cores.generator}`, 'wrk', '--threads=1', '--connections=64'],
      ...[`--duration=${seconds}s`, '--header=Accept-Encoding: br'],
      `${running.url.replace('http', scheme)}${path}`,
    ]);
  try {
    await wrk(1);
    const before = cpuSeconds(running.pid);
    const { stdout } = await wrk(context.quick ? 1 : 6);
    const used = cpuSeconds(running.pid) - before;
    if (/Non-2xx|Socket errors/.test(stdout)) throw new Error(`${running.url}${path}\n${stdout}`);
    const requests = Number(/(\d+) requests in/.exec(stdout)?.[1]);
    return {
      requests_per_second: Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]),
      cpu_us_per_request: (1e6 * used) / requests,
    };
  } finally {
    await running.stop();
  }
}

/** Measures the disk without other load. */
export const diskTrial = (context) =>
  load(context, ['disk', `--folder=${context.folder}`, `--seconds=${context.quick ? 0.5 : 3}`]);

/** Returns the response headers as sent. */
export function headersOf(url) {
  return new Promise((found, failed) => {
    get(url, { headers: { 'Accept-Encoding': 'br' } }, (answer) => {
      answer.resume();
      const { rawHeaders } = answer;
      found(rawHeaders.flatMap((name, i) => (i % 2 === 0 ? [[name, rawHeaders[i + 1]]] : [])));
    }).on('error', failed);
  });
}
