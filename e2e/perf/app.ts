/*
 * Compares the start of the mini app with three other pages in one run, in turns: medians of 7
 * rounds in the Android client, with a CPU four times slower than this machine, 1.6 Mbit/s and 150
 * ms. The pages are in app-pages.ts. Requests to other hosts are answered locally and at once.
 *
 * npm run perf:app                  needs the web build and the server (script/build)
 * npm run perf:app -- --json        prints figures instead of the table
 * npm run perf:app -- --runs=3      fewer rounds, to see that it works
 *
 * Writes build/perf/app.json. Exits with 1 if a target of limits.ts is missed.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { PAGES, type PageName, servePage } from './app-pages.ts';
import { type Start, visitStart } from './app-visit.ts';
import { START_LIMITS } from './limits.ts';
import { median, roundsAsked } from './rounds.ts';
import { startChromium } from './tab.ts';

const root = resolve(import.meta.dirname, '../..');
const { values: flags } = parseArgs({
  options: { runs: { type: 'string', default: '7' }, json: { type: 'boolean', default: false } },
});
const runs = roundsAsked(flags.runs);

/** The two pages with a wallet button. */
const WITH_WALLET = ['ours', 'peer'] as const;

interface Starts {
  /** First visits. */
  fresh: Record<PageName, Start[]>;
  /** Visits of a returning user with a connected wallet. */
  returning: Record<(typeof WITH_WALLET)[number], Start[]>;
}

async function measure(): Promise<Starts> {
  const walletsList = readFileSync(resolve(root, 'build/web/wallets-v2.json'), 'utf8');
  const served = new Map<PageName, Awaited<ReturnType<typeof servePage>>>();
  for (const name of PAGES) served.set(name, await servePage(name));
  const chromium = await startChromium();
  const starts: Starts = {
    fresh: { ours: [], peer: [], react: [], html: [], onefile: [] },
    returning: { ours: [], peer: [] },
  };
  try {
    // The first round only warms the browser up.
    for (let run = 0; run <= runs; run += 1) {
      const turn = <T>(names: readonly T[]): readonly T[] =>
        run % 2 === 0 ? names : names.toReversed();
      const visit = (name: PageName, returning = false): Promise<Start> => {
        const origin = served.get(name)?.origin ?? '';
        const button = name === 'ours' || name === 'peer';
        return visitStart(chromium, { origin, walletsList, button, returning });
      };
      for (const name of turn(PAGES)) {
        const start = await visit(name);
        if (run > 0) starts.fresh[name].push(start);
      }
      for (const name of turn(WITH_WALLET)) {
        const start = await visit(name, true);
        if (run > 0) starts.returning[name].push(start);
      }
    }
  } finally {
    chromium.stop();
  }
  for (const server of served.values()) await server.stop();
  return starts;
}

const starts = await measure();

const medianOf = (name: PageName, figure: keyof Start): number =>
  median(starts.fresh[name].map((each) => each[figure]));

interface Line {
  what: string;
  medians: Partial<Record<PageName, number>>;
  /** A line without a target is for information. */
  bar?: { words: string; of: PageName; ratio: number; holds: boolean };
}

interface Bar {
  of: PageName;
  limit: number;
  /** Figure of the other page, if it is a different one. */
  figure?: keyof Start;
}

function line(what: string, figure: keyof Start, bar?: Bar): Line {
  const medians = Object.fromEntries(PAGES.map((name) => [name, medianOf(name, figure)])) as Record<
    PageName,
    number
  >;
  const plain = { what, medians };
  if (!bar) return plain;
  const other = medianOf(bar.of, bar.figure ?? figure);
  const ratio = plain.medians.ours / other;
  const words = `≤ ${bar.limit.toFixed(2)} of ${bar.of}`;
  return { ...plain, bar: { words, of: bar.of, ratio, holds: ratio <= bar.limit } };
}

/** Line for returning users with a connected wallet. */
function addressLine(): Line {
  const [ours, peer] = WITH_WALLET.map((name) =>
    median(starts.returning[name].map(({ address }) => address)),
  ) as [number, number];
  const ratio = ours / peer;
  const words = `≤ ${START_LIMITS.address.toFixed(2)} of peer`;
  return {
    what: 'address painted, stored session, ms',
    medians: { ours, peer },
    bar: { words, of: 'peer', ratio, holds: ratio <= START_LIMITS.address },
  };
}

const lines = [
  line('first contentful paint, ms', 'firstPaint', { of: 'peer', limit: START_LIMITS.firstPaint }),
  line('header and bottom in colour, ms', 'dressed', {
    of: 'html',
    limit: START_LIMITS.dressed,
    figure: 'firstPaint',
  }),
  line('total blocking time, ms', 'blocking', { of: 'peer', limit: START_LIMITS.blocking }),
  line('  of it after the first paint, ms', 'blockingAfterPaint'),
  line('longest task, ms', 'longestTask'),
  addressLine(),
  line('client told it is ready, ms', 'ready'),
  line('bytes until quiet', 'bytes'),
];
const quiet = starts.fresh.ours.every(({ foreignRequests }) => foreignRequests === 0);
lines.push({
  ...line('foreign requests before a click', 'foreignRequests'),
  bar: { words: '0 of ours', of: 'ours', ratio: Number.NaN, holds: quiet },
});

const columns = (cells: readonly string[]): string =>
  cells.map((cell, index) => (index === 0 ? cell.padEnd(36) : cell.padStart(9))).join('');

function row({ what, medians, bar }: Line): string {
  const ratio = bar && Number.isFinite(bar.ratio) ? bar.ratio.toFixed(2) : '';
  const verdict = bar ? `  ${bar.words}: ${bar.holds ? 'holds' : 'DOES NOT HOLD'}` : '';
  const cells = PAGES.map((name) =>
    String(Math.round(medians[name] ?? Number.NaN)).replace('NaN', ''),
  );
  return columns([what, ...cells, ratio]) + verdict;
}

const report = JSON.stringify({ runs, lines, starts }, null, 2);
const table = [columns(['', ...PAGES, 'ratio']), ...lines.map(row)].join('\n');
process.stdout.write(`${flags.json ? report : table}\n`);
mkdirSync(resolve(root, 'build/perf'), { recursive: true });
writeFileSync(resolve(root, 'build/perf/app.json'), report);
if (lines.some(({ bar }) => bar?.holds === false)) process.exitCode = 1;
