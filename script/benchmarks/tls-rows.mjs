// Rows of the report about TLS.

/** @typedef {import('./rows.mjs').Figure} Figure */

/** @param {{ median: Figure }} results */
export function tlsRows({ median }) {
  return [
    ...['full', 'resumed'].map((kind) => ({
      title: `TLS handshakes a second of processor time, ${kind}`,
      unit: '/s',
      better: 'more',
      ours: median(`tls-handshakes, ${kind}`, 'memory', 'handshakes_per_cpu_second'),
      peer: median(`tls-handshakes, ${kind}`, 'nginx', 'handshakes_per_cpu_second'),
      peerName: 'nginx',
      bar: '≥ 0.95 × nginx',
      judge: [(ours, peer) => ours >= 0.95 * peer, 'peer'],
    })),
    ...['small', '60 kB'].map((size) => ({
      title: `Processor time of a request over TLS, ${size} file`,
      unit: 'µs',
      better: 'less',
      ours: median(`tls-files, ${size}`, 'memory', 'cpu_us_per_request'),
      peer: median(`tls-files, ${size}`, 'nginx', 'cpu_us_per_request'),
      peerName: 'nginx',
      bar: '≤ 1 × nginx',
      judge: [(ours, peer) => ours <= peer, 'peer'],
    })),
    {
      title: 'Resident memory of an idle stream over TLS, 10,000 streams',
      unit: 'B',
      better: 'less',
      ours: median('tls-idle', 'memory', 'rss_per_stream_bytes'),
      bar: '≤ 16,384 B',
      judge: [(ours) => ours <= 16_384],
    },
    {
      title: 'Processor time of 10,000 idle streams over TLS',
      unit: '% of a core',
      better: 'less',
      ours: median('tls-idle', 'memory', 'cpu_percent'),
    },
  ];
}
