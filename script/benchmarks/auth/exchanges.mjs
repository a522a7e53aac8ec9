// Measures complete sign-ins over HTTP: the rate, and the server's CPU time, as JSON. Signatures
// are made in advance.
//
//   node exchanges.mjs telegram|ton PORT PID COUNT
import { readFileSync } from 'node:fs';
import { initData, ProvingWallet } from '../../../e2e/fixtures/sign-in.ts';
import { requestText, sendAll } from './load.mjs';

const [kind, port, pid, count] = process.argv.slice(2);
const counted = Number(count);
/** A warm-up of a tenth of the requests, for JIT compilers and caches. */
const first = Math.ceil(counted / 10);
const all = first + counted;

function cpuSeconds() {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100; // sysconf(_SC_CLK_TCK) of every Linux
}

/** Makes requests for different users and times. */
function initDataRequests() {
  const now = Math.floor(Date.now() / 1000);
  return Array.from({ length: all }, (_, i) => {
    const raw = initData(100_000_000 + i, now - (i % 300));
    return requestText('POST', '/auth/telegram', [`Authorization: tma ${raw}`]);
  });
}

/** Makes requests for different wallets, each with its own challenge. */
async function proofRequests() {
  const challenges = [];
  const challenge = requestText('POST', '/auth/ton/challenge');
  await sendAll({
    port,
    requests: all,
    next: () => challenge,
    onAnswer: (status, body) => {
      if (status !== 200) throw new Error(`no challenge: ${status} ${body}`);
      challenges.push(JSON.parse(body).payload);
    },
  });
  const json = ['Content-Type: application/json'];
  return challenges.map((payload, i) =>
    requestText('POST', '/auth/ton', json, new ProvingWallet(i).prove(payload)),
  );
}

const requests = kind === 'ton' ? await proofRequests() : initDataRequests();
const send = async (from, to) => {
  const { seconds, refused } = await sendAll({
    port,
    requests: to - from,
    next: (number) => requests[from + number],
  });
  if (refused > 0) throw new Error(`${refused} of ${to - from} exchanges were refused`);
  return seconds;
};
await send(0, first);
const before = cpuSeconds();
const generatorBefore = process.cpuUsage();
const seconds = await send(first, all);
const used = cpuSeconds() - before;
const { user, system } = process.cpuUsage(generatorBefore);
process.stdout.write(
  `${JSON.stringify({
    exchanges_per_second: counted / seconds,
    cpu_us_per_exchange: (1e6 * used) / counted,
    exchanges_per_cpu_second: counted / used,
    generator_cpu_percent: (user + system) / 1e4 / seconds,
  })}\n`,
);
