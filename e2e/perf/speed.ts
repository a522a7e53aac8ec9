/*
 * Compares the same app on our widget and on @tonconnect/ui-react in one run, in turns: medians of
 * 7 rounds with a CPU four times slower than this machine. The network is local, and requests to
 * other hosts are answered locally.
 *
 * npm run perf                      needs the web build (script/build web), for its wallets list
 * npm run perf -- --runs=21         another number of rounds
 *
 * Prints a table and writes build/perf/speed.json. Exits with 1 if a target of limits.ts is missed.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { devices } from '@playwright/test';
import { build } from 'vite';
import { serveFolder } from '../fixtures/static-server.ts';
import { swapBuild } from '../swap/vite.config.ts';
import { SPEED_LIMITS } from './limits.ts';
import { median, roundsAsked } from './rounds.ts';
import { type Screen, startChromium, type TabSession } from './tab.ts';
import { type Figures, measureOpening, type OpeningCost, visit } from './visit.ts';

const root = resolve(import.meta.dirname, '../..');
const WIDGETS = ['ours', 'peer'] as const;
const SCREENS = {
  desktop: { width: 1280, height: 860, deviceScaleFactor: 1, mobile: false },
  phone: {
    width: 390,
    height: 844,
    deviceScaleFactor: 3,
    mobile: true,
    userAgent: devices['iPhone 14'].userAgent,
  },
} satisfies Record<string, Screen>;

type Widget = (typeof WIDGETS)[number];
type ScreenName = keyof typeof SCREENS;

const { values: flags } = parseArgs({ options: { runs: { type: 'string', default: '7' } } });
const runs = roundsAsked(flags.runs);

type Round = Figures & OpeningCost;

/** Measures each widget on each screen, one result per round. */
async function measure(): Promise<Record<ScreenName, Record<Widget, Round[]>>> {
  const walletsList = readFileSync(resolve(root, 'build/web/wallets-v2.json'), 'utf8');
  const served = new Map<Widget, Awaited<ReturnType<typeof serveFolder>>>();
  for (const widget of WIDGETS) {
    const outDir = resolve(root, `build/perf/${widget}`);
    await build(swapBuild({ widget, react: 19 }, outDir, ['index']));
    served.set(widget, await serveFolder(outDir));
  }
  const chromium = await startChromium();
  const figures = { desktop: { ours: [], peer: [] }, phone: { ours: [], peer: [] } } as Record<
    ScreenName,
    Record<Widget, Round[]>
  >;
  try {
    // The first round only warms the browser up.
    for (let run = 0; run <= runs; run += 1) {
      for (const screen of ['desktop', 'phone'] as const) {
        for (const widget of run % 2 === 0 ? WIDGETS : [...WIDGETS].reverse()) {
          const origin = served.get(widget)?.origin ?? '';
          const inTab = async <T>(measureIn: (tab: TabSession) => Promise<T>): Promise<T> => {
            const tab = await chromium.openTab(SCREENS[screen]);
            const measured = await measureIn(tab.session);
            await tab.close();
            return measured;
          };
          const seen = await inTab((tab) => visit(tab, origin, walletsList));
          const cost = await inTab((tab) => measureOpening(tab, origin, walletsList));
          if (run > 0) figures[screen][widget].push({ ...seen, ...cost });
        }
      }
    }
  } finally {
    chromium.stop();
  }
  for (const server of served.values()) await server.stop();
  return figures;
}

interface Line {
  what: string;
  ours: number;
  peer: number;
  /** Target in words, and whether it is met. A line without a target is for information. */
  bar?: string;
  holds?: boolean;
}

const figures = await measure();

function line(what: string, screen: ScreenName, name: keyof Round, limit?: number): Line {
  const [ours = 0, peer = 0] = WIDGETS.map((widget) =>
    median(figures[screen][widget].map((each) => each[name])),
  );
  const plain = { what: `${screen}: ${what}`, ours, peer };
  if (limit === undefined) return plain;
  return limit === 0
    ? { ...plain, bar: '0', holds: figures[screen].ours.every((each) => each[name] === 0) }
    : { ...plain, bar: `≤ ${limit.toFixed(2)} of the peer`, holds: ours <= peer * limit };
}

const lines = (['desktop', 'phone'] as const).flatMap((screen) => [
  line('button visible, ms', screen, 'buttonVisible', SPEED_LIMITS.buttonVisible),
  line('click to sheet painted, ms', screen, 'sheetPainted', SPEED_LIMITS.sheetPainted),
  line('click to wallets painted, ms', screen, 'walletsPainted'),
  ...(screen === 'desktop' ? [line('click to code painted, ms', screen, 'codePainted')] : []),
  line('opening the sheet: layouts', screen, 'layouts'),
  line('opening the sheet: style, CPU ms', screen, 'styleMs'),
  line('opening the sheet: layout, CPU ms', screen, 'layoutMs'),
  line('opening the sheet: script, CPU ms', screen, 'scriptMs'),
  line('foreign requests before a click', screen, 'foreignRequests', 0),
  line('streams after the click', screen, 'streams', screen === 'phone' ? 0 : undefined),
]);

const columns = (cells: readonly string[]): string =>
  cells.map((cell, index) => (index === 0 ? cell.padEnd(44) : cell.padStart(9))).join('');
const show = (value: number): string => String(Math.round(value));
const text = [
  columns(['', 'ours', 'peer', 'ratio']),
  ...lines.map(({ what, ours, peer, bar, holds }) => {
    const ratio = peer === 0 ? '' : (ours / peer).toFixed(2);
    const verdict = bar === undefined ? '' : `  ${bar}: ${holds ? 'holds' : 'DOES NOT HOLD'}`;
    return columns([what, show(ours), show(peer), ratio]) + verdict;
  }),
].join('\n');
process.stdout.write(`${text}\n`);

mkdirSync(resolve(root, 'build/perf'), { recursive: true });
writeFileSync(resolve(root, 'build/perf/speed.json'), JSON.stringify({ lines, figures }, null, 2));
if (lines.some(({ holds }) => holds === false)) process.exitCode = 1;
