// Rows of the report about sign-in, as in rows.mjs.

const beside = (title, unit, ours, node, times) => ({
  title,
  unit,
  better: unit.startsWith('µs') ? 'less' : 'more',
  ours,
  peer: node,
  peerName: 'Node',
  ...(times
    ? { bar: `≥ ${times} × Node`, judge: [(our, their) => our >= times * their, 'peer'] }
    : {}),
});

/** @param {Pick<import('./rows.mjs').Results, 'median' | 'most'>} results */
export function authRows({ median, most }) {
  const both = (trial, figure) => [median(trial, 'ours', figure), median(trial, 'node', figure)];
  const checks = (figure) => both('auth-checks', figure);
  return [
    beside(
      'Init data, checks a second, @tma.js/init-data-node',
      '/s',
      ...checks('init_data_per_second'),
      20,
    ),
    beside('The same, who it names read as well', '/s', ...checks('init_data_parsed_per_second')),
    ...['v4r2', 'v5r1'].flatMap((wallet) => [
      beside(
        `ton_proof, checks a second, ${wallet}, @ton/core and tweetnacl`,
        '/s',
        ...checks(`proof_${wallet}_per_second`),
        20,
      ),
      {
        title: `ton_proof, ${wallet}, of bare verifications by libsodium`,
        unit: '%',
        better: 'more',
        ours: median('auth-checks', 'ours', `proof_${wallet}_percent_of_bare`),
        bar: '≥ 80 %',
        judge: [(ours) => ours >= 80],
      },
    ]),
    ...[
      ['telegram', 'init data'],
      ['ton', 'a wallet’s proof'],
    ].flatMap(([kind, name]) => [
      beside(
        `Sign-ins a second and core over HTTP, ${name}, by processor time`,
        '/s',
        ...both(`auth-exchanges, ${kind}`, 'exchanges_per_cpu_second'),
        20,
      ),
      beside(
        `Sign-ins a second over HTTP, ${name}, one core, 64 at once`,
        '/s',
        ...both(`auth-exchanges, ${kind}`, 'exchanges_per_second'),
      ),
    ]),
    {
      title: 'Processor time of /auth/verify, beside a small file of the same binary',
      unit: 'µs',
      better: 'less',
      ours: median('auth-verify', 'verify', 'cpu_us_per_request'),
      peer: median('auth-verify', 'file', 'cpu_us_per_request'),
      peerName: 'file',
      bar: '≤ 1.5 × file',
      judge: [(ours, file) => ours <= 1.5 * file, 'peer'],
    },
    {
      title: 'Resident memory with 1,000,000 sessions, 100,000 of them asked for',
      unit: 'MB',
      better: 'less',
      ours: most('auth-sessions', 'ours', 'resident_mb'),
      bar: '≤ 150 MB',
      judge: [(ours) => ours <= 150],
    },
    {
      title: 'A restart with them, until it is ready',
      unit: 'ms',
      better: 'less',
      ours: most('auth-sessions', 'ours', 'restart_ms'),
      bar: '≤ 3,000 ms',
      judge: [(ours) => ours <= 3000],
    },
  ];
}
