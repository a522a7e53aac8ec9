// Prints the CPU time of each check of the Node libraries in microseconds, as JSON: measured in
// turns in one warm process, medians of the rounds.
//
//   node peer-calls.mjs [ROUNDS]
import { checkProof, parseInitData, validateInitData } from './peer-checks.mjs';
import { initDataVector, proofVectors } from './vectors.mjs';

const rounds = Math.max(1, Number(process.argv[2] ?? 11));
const CENTURY = 100 * 365 * 86_400;

const { token, raw } = initDataVector();
const calls = {
  'init data': { each: 2000, call: () => validateInitData(raw, token, CENTURY) },
  'init data, parsed': {
    each: 2000,
    call: () => {
      validateInitData(raw, token, CENTURY);
      parseInitData(raw);
    },
  },
};
for (const { name, verifier, body } of proofVectors()) {
  const rules = {
    domains: verifier.allowed_domains,
    now: verifier.now,
    maxAge: verifier.max_age_s,
    isOurs: (payload) => payload === verifier.expected_payload,
  };
  calls[name] = { each: 100, call: () => checkProof(JSON.parse(body), rules) };
}

const seen = Object.fromEntries(Object.keys(calls).map((name) => [name, []]));
// The first round warms up the compiler.
for (let round = 0; round <= rounds; round += 1) {
  for (const [name, { each, call }] of Object.entries(calls)) {
    const before = process.cpuUsage();
    for (let i = 0; i < each; i += 1) call();
    const { user, system } = process.cpuUsage(before);
    if (round > 0) seen[name].push((user + system) / each);
  }
}
const median = (values) => values.sort((one, other) => one - other)[Math.floor(values.length / 2)];
const medians = Object.entries(seen).map(([name, values]) => [name, median(values)]);
process.stdout.write(`${JSON.stringify(Object.fromEntries(medians))}\n`);
