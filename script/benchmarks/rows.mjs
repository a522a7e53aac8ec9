// Rows of the report: one per measure, with its target. A row takes its figures from the results of
// the trials. A target relative to the other server is open without its result.

import { authRows } from './auth-rows.mjs';
import { http2Rows } from './http2.mjs';
import { tlsRows } from './tls-rows.mjs';

/** @typedef {{ median: Figure, most: Figure, least: Figure }} Results */
/** @typedef {(trial: string, subject: string, figure: string) => number | undefined} Figure */

/**
 * `limit`: the figure of a program that does only the system calls. `holds`: undefined if a figure
 * is missing.
 * @typedef {{ title: string, unit: string, better: 'less' | 'more', ours?: number, peer?: number,
 *   limit?: number, peerName?: string, bar?: string, holds?: boolean, }} Row
 */

/** Returns undefined if any value is undefined: a target without its figures is open. */
const when = (values, judge) => (values.includes(undefined) ? undefined : judge(...values));

/**
 * Returns every row that has our figures.
 * @param {Results} results
 * @returns {Row[]}
 */
export function rowsOf({ median, most, least }) {
  const rows = [
    {
      title: 'Resident memory of an idle stream, 10,000 streams',
      unit: 'B',
      better: 'less',
      ours: median('idle', 'memory', 'rss_per_stream_bytes'),
      peer: median('idle', 'peer', 'rss_per_stream_bytes'),
      bar: '≤ 1,000 B',
      judge: [(ours) => ours <= 1000],
    },
    {
      title: 'Processor time of 10,000 idle streams',
      unit: '% of a core',
      better: 'less',
      ours: median('idle', 'memory', 'cpu_percent'),
      peer: median('idle', 'peer', 'cpu_percent'),
    },
    {
      title: 'Streams opened a second, 64 at once',
      unit: '/s',
      better: 'more',
      ours: median('connects', 'memory', 'streams_per_second'),
      peer: median('connects', 'peer', 'streams_per_second'),
    },
    {
      title: 'Messages a second, memory store, 32 senders, one core',
      unit: '/s',
      better: 'more',
      ours: median('throughput', 'memory', 'messages_per_second'),
      peer: median('throughput', 'peer', 'messages_per_second'),
      limit: median('throughput', 'echo', 'messages_per_second'),
      bar: '≥ 4 × peer',
      judge: [(ours, peer) => ours >= 4 * peer, 'peer'],
    },
    {
      title: 'Processor time of a message, memory store',
      unit: 'µs',
      better: 'less',
      ours: median('throughput', 'memory', 'cpu_us_per_message'),
      peer: median('throughput', 'peer', 'cpu_us_per_message'),
      limit: median('throughput', 'echo', 'cpu_us_per_message'),
      bar: '≤ 15 µs',
      judge: [(ours) => ours <= 15],
    },
    {
      title: 'Messages a second, the same, no source sealed by either',
      unit: '/s',
      better: 'more',
      ours: median('plain', 'memory', 'messages_per_second'),
      peer: median('plain', 'peer', 'messages_per_second'),
      limit: median('plain', 'echo', 'messages_per_second'),
    },
    {
      title: 'Messages a second, each on the disk before its answer, 256 senders',
      unit: '/s',
      better: 'more',
      ours: median('crowd', 'durable', 'messages_per_second'),
      limit: median('disk', 'machine', 'group_of_256_messages_per_second'),
      bar: '≥ 30,000 /s',
      judge: [(ours) => ours >= 30_000],
    },
    {
      title: 'The same, beside the memory store of the peer',
      unit: '/s',
      better: 'more',
      ours: median('crowd', 'durable', 'messages_per_second'),
      peer: median('throughput', 'peer', 'messages_per_second'),
      bar: '≥ 1.5 × peer',
      judge: [(ours, peer) => ours >= 1.5 * peer, 'peer'],
    },
    {
      title: 'Processor time of a message, each on the disk',
      unit: 'µs',
      better: 'less',
      ours: median('crowd', 'durable', 'cpu_us_per_message'),
    },
    ...['memory', 'durable'].map((store) => {
      const most = store === 'memory' ? 2 : 8;
      return {
        title: `Delivery p99 at 1,000/s beside 10,000 idle streams, ${store} store`,
        unit: 'ms',
        better: 'less',
        ours: median('latency', store, 'deliver_p99_ms'),
        peer: median('latency', 'peer', 'deliver_p99_ms'),
        limit: median('latency', 'echo', 'deliver_p99_ms'),
        bar: `≤ ${most} ms`,
        judge: [(ours) => ours <= most],
      };
    }),
    ...['durable', 'memory'].map((store) => ({
      title: `Lost in 800 subscribes inside bursts, ${store} store`,
      unit: 'messages',
      better: 'less',
      ours: most('subscribe', store, 'lost'),
      peer: most('subscribe', 'peer', 'lost'),
      bar: '0',
      judge: [(ours) => ours === 0],
    })),
    {
      title: 'Lost of a backlog of 5,000, or out of order',
      unit: 'messages',
      better: 'less',
      ours: sum(most('backlog', 'durable', 'lost'), most('backlog', 'durable', 'out_of_order')),
      peer: sum(most('backlog', 'peer', 'lost'), most('backlog', 'peer', 'out_of_order')),
      bar: '0',
      judge: [(ours) => ours === 0],
    },
    {
      title: 'Kept of the acknowledged messages after kill -9',
      unit: '%',
      better: 'more',
      ours: least('keep', 'durable', 'kept_percent'),
      peer: least('keep', 'peer', 'kept_percent'),
      bar: '100 %',
      judge: [(ours) => ours === 100],
    },
    {
      title: 'SIGTERM with 1,000 streams and traffic: until the end',
      unit: 'ms',
      better: 'less',
      ours: most('drain', 'durable', 'exit_ms'),
      peer: most('drain', 'peer', 'exit_ms'),
      bar: '≤ 2,000 ms',
      judge: [(ours) => ours <= 2000],
    },
    ...[
      ['lost after the restart', 'lost', 'messages'],
      ['streams cut', 'streams_cut', 'streams'],
    ].map(([title, figure, unit]) => ({
      title: `The same: ${title}`,
      unit,
      better: 'less',
      ours: most('drain', 'durable', figure),
      peer: most('drain', 'peer', figure),
      bar: '0',
      judge: [(ours) => ours === 0],
    })),
    {
      title: 'A reader that stops: messages missing on a stream that stays open',
      unit: 'messages',
      better: 'less',
      ours: most('slow', 'durable', 'silent_gaps'),
      peer: most('slow', 'peer', 'silent_gaps'),
      bar: '0',
      judge: [(ours) => ours === 0],
    },
    {
      title: 'Messages a second, in Valkey, 32 senders, one core',
      unit: '/s',
      better: 'more',
      ours: median('cluster-throughput', 'valkey', 'messages_per_second'),
      peer: median('cluster-throughput', 'valkey-peer', 'messages_per_second'),
      bar: '≥ 5 × peer',
      judge: [(ours, peer) => ours >= 5 * peer, 'peer'],
    },
    {
      title: 'Processor time of a message, in Valkey, without its server',
      unit: 'µs',
      better: 'less',
      ours: median('cluster-throughput', 'valkey', 'cpu_us_per_message'),
      peer: median('cluster-throughput', 'valkey-peer', 'cpu_us_per_message'),
    },
    {
      title: 'Delivery p99 at 1,000/s beside 10,000 idle streams, in Valkey',
      unit: 'ms',
      better: 'less',
      ours: median('cluster-latency', 'valkey', 'deliver_p99_ms'),
      peer: median('cluster-latency', 'valkey-peer', 'deliver_p99_ms'),
      bar: '≤ 1/3 × peer',
      judge: [(ours, peer) => ours <= peer / 3, 'peer'],
    },
    {
      title: 'Resident memory of an idle stream, in Valkey, without its server',
      unit: 'B',
      better: 'less',
      ours: median('cluster-idle', 'valkey', 'rss_per_stream_bytes'),
      peer: median('cluster-idle', 'valkey-peer', 'rss_per_stream_bytes'),
      bar: '≤ 2,000 B',
      judge: [(ours) => ours <= 2000],
    },
    {
      title: 'Lost in 800 subscribes inside bursts, in Valkey',
      unit: 'messages',
      better: 'less',
      ours: most('cluster-subscribe', 'valkey', 'lost'),
      peer: most('cluster-subscribe', 'valkey-peer', 'lost'),
      bar: '0',
      judge: [(ours) => ours === 0],
    },
    ...['native', 'official'].flatMap((schema) =>
      [
        ['Memory in Valkey of a mailbox with a message of 300 bytes', 'B', 'mailbox_bytes'],
        ['Memory in Valkey of a channel that is listened to', 'B', 'channel_bytes'],
        ['Commands in Valkey of opening a stream, those in scripts too', '', 'open_commands'],
        ['Processor time in Valkey of opening a stream', 'µs', 'open_server_us'],
        ['Processor time in the instance of opening a stream', 'µs', 'open_instance_us'],
      ].map(([title, unit, figure]) => ({
        title: `${title}, ${schema} schema`,
        unit,
        better: 'less',
        ours: median('cluster-sizes', `valkey ${schema}`, figure),
      })),
    ),
    ...[
      ['small', 0.75],
      ['60 kB', 0.9],
    ].map(([size, most]) => ({
      title: `Processor time of a request, ${size} file`,
      unit: 'µs',
      better: 'less',
      ours: median(`files, ${size}`, 'memory', 'cpu_us_per_request'),
      peer: median(`files, ${size}`, 'nginx', 'cpu_us_per_request'),
      peerName: 'nginx',
      bar: `≤ ${most} × nginx`,
      judge: [(ours, peer) => ours <= most * peer, 'peer'],
    })),
    ...http2Rows({ median }),
    ...tlsRows({ median }),
    ...authRows({ median, most }),
  ];
  return rows
    .filter((row) => row.ours !== undefined)
    .map(({ judge: [judge, needs] = [() => undefined], ...row }) => ({
      ...row,
      holds: when(needs ? [row.ours, row.peer] : [row.ours], judge),
    }));
}

function sum(...values) {
  return when(values, (...all) => all.reduce((total, value) => total + value, 0));
}

/** Returns functions for the median, maximum and minimum of a figure over the runs of a trial. */
export function resultsOf(figures) {
  const values = (trial, subject, name) =>
    (figures[trial]?.[subject] ?? [])
      .map((run) => run[name])
      .filter((value) => value !== undefined)
      .sort((one, other) => one - other);
  return {
    median: (...of) => values(...of)[Math.floor((values(...of).length - 1) / 2)],
    most: (...of) => values(...of).at(-1),
    least: (...of) => values(...of)[0],
  };
}
