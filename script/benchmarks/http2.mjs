// Trials of HTTP/2 over TLS: files compared with nginx, and memory per stream compared with
// HTTP/1.1 in the same run.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeCertificate } from './subjects.mjs';
import { cpuSeconds, run } from './trials.mjs';

export const HTTP2_TRIALS = {
  'http2-files': 'the same files over HTTP/2 and TLS beside nginx, the same bytes',
  'http2-streams':
    'resident memory of a stream over HTTP/2, and over HTTP/1.1 with TLS and without',
};

/** Ways to open streams: scheme, protocol, and streams per connection. */
const WAYS = {
  'HTTP/1.1': { scheme: 'http', protocol: 'http1', aConnection: 1 },
  'HTTP/1.1 over TLS': { scheme: 'https', protocol: 'http1', aConnection: 1 },
  'HTTP/2, 1 a connection': { scheme: 'https', protocol: 'http2', aConnection: 1 },
  'HTTP/2, 100 a connection': { scheme: 'https', protocol: 'http2', aConnection: 100 },
};

/** Runs h2load with 16 connections of 4 concurrent requests. */
async function filesTrial(context, makeSubject, path) {
  const running = await (await makeSubject()).start();
  const url = `${running.url.replace('http:', 'https:')}${path}`;
  const load = async (requests) => {
    const { stdout } = await run('taskset', [
      ...['-c', `${context.cores.generator}`, 'h2load', '--clients=16'],
      ...['--max-concurrent-streams=4', `--requests=${requests}`, '--header=accept-encoding: br'],
      // Both servers prefer this cipher.
      ...['--tls13-ciphers=TLS_AES_128_GCM_SHA256', url],
    ]);
    if (!stdout.includes(`${requests} 2xx`) || !stdout.includes('protocol: h2')) {
      throw new Error(`${url}\n${stdout}`);
    }
    return Number(/finished in [^,]+, ([\d.]+) req\/s/.exec(stdout)?.[1]);
  };
  try {
    await load(200);
    const requests = context.quick ? 2_000 : 60_000;
    const before = cpuSeconds(running.pid);
    const rate = await load(requests);
    const used = cpuSeconds(running.pid) - before;
    return { requests_per_second: rate, cpu_us_per_request: (1e6 * used) / requests };
  } finally {
    await running.stop();
  }
}

const residentBytes = (pid) =>
  1024 * Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);

/**
 * Measures the growth of resident memory per stream, after a first batch has been opened and
 * closed.
 */
async function streamsTrial(context, makeSubject, { scheme, protocol, aConnection }) {
  const running = await (await makeSubject(scheme === 'https')).start();
  const url = `${running.url.replace('http:', `${scheme}:`)}/bridge/events?client_id={}`;
  const hold = async (streams, whileOpen) => {
    const loader = spawn(
      'taskset',
      [
        ...['-c', `${context.cores.generator}`, process.execPath],
        join(import.meta.dirname, 'open-streams.mjs'),
        ...[url, protocol, `${streams}`, `${aConnection}`],
      ],
      { stdio: ['pipe', 'pipe', 'inherit'] },
    );
    const exited = once(loader, 'exit').then(([code]) => {
      if (code !== 0) throw new Error(`open-streams ended with ${code}`);
    });
    await Promise.race([once(loader.stdout, 'data'), exited]);
    const found = await whileOpen();
    loader.stdin.end();
    await exited;
    return found;
  };
  const later = () => new Promise((next) => setTimeout(next, 2_000));
  try {
    await hold(200, async () => {});
    await later();
    const before = residentBytes(running.pid);
    const streams = context.quick ? 500 : 3_000;
    const after = await hold(streams, async () => {
      // Waits until the messages of the opening have been handled.
      await later();
      return residentBytes(running.pid);
    });
    return { rss_per_stream_bytes: (after - before) / streams };
  } finally {
    await running.stop();
  }
}

/**
 * Returns every trial as `{ trial, subject, run, timed }`.
 * @param parts `ours` makes our binary with more environment variables, `nginx` makes nginx with a
 * file and a certificate, `fileNear` returns the file of about a size
 */
export async function http2Steps(context, { ours, nginx, fileNear, wanted }) {
  if (!Object.keys(HTTP2_TRIALS).some(wanted)) return [];
  const pair = makeCertificate(context.folder);
  const withTls = (tls) =>
    ours({
      // Turns off limits that a load from one address would reach.
      PRICHAL_SERVER_CONNECTIONS_PER_ADDRESS: '0',
      ...(tls
        ? {
            PRICHAL_SERVER_TLS_CERTIFICATE: pair.certificate,
            PRICHAL_SERVER_TLS_KEY: pair.key,
          }
        : {}),
    });
  const steps = [];
  if (wanted('http2-files')) {
    for (const [size, bytes] of [
      ['small', 1000],
      ['60 kB', 60_000],
    ]) {
      const file = await fileNear(bytes);
      for (const subject of ['memory', 'nginx']) {
        const makeSubject = () => (subject === 'nginx' ? nginx(file, pair) : withTls(true));
        const trial = `http2-files, ${size}`;
        steps.push({
          ...{ trial, subject, timed: true },
          run: () => filesTrial(context, makeSubject, file.path),
        });
      }
    }
  }
  if (wanted('http2-streams')) {
    for (const [subject, way] of Object.entries(WAYS)) {
      const trial = 'http2-streams';
      steps.push({
        ...{ trial, subject, timed: false },
        run: () => streamsTrial(context, withTls, way),
      });
    }
  }
  return steps;
}

/** Returns rows as in rows.mjs. */
export function http2Rows({ median }) {
  const memory = (subject) => median('http2-streams', subject, 'rss_per_stream_bytes');
  return [
    ...['small', '60 kB'].map((size) => ({
      title: `Processor time of a request over HTTP/2, ${size === 'small' ? 'small file' : size}`,
      unit: 'µs',
      better: 'less',
      ours: median(`http2-files, ${size}`, 'memory', 'cpu_us_per_request'),
      peer: median(`http2-files, ${size}`, 'nginx', 'cpu_us_per_request'),
      peerName: 'nginx',
      bar: '≤ 1 × nginx',
      judge: [(ours, peer) => ours <= peer, 'peer'],
    })),
    ...[
      ['HTTP/2, 100 a connection', 'HTTP/1.1'],
      ['HTTP/2, 1 a connection', 'HTTP/1.1 over TLS'],
    ].map(([ours, other]) => ({
      title: `Resident memory of a stream over ${ours}`,
      unit: 'B',
      better: 'less',
      ours: memory(ours),
      peer: memory(other),
      peerName: other,
      bar: `≤ 2 × ${other}`,
      judge: [(one, two) => one <= 2 * two, 'peer'],
    })),
  ];
}
