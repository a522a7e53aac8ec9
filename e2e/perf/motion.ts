/*
 * Measures the motion of the mini app and of its wallet dialog in the Android client, on a CPU four
 * times slower than this machine: frames while the dialog opens, changes its screen and closes, and
 * while the app changes pages. Requests to other hosts are answered locally and at once.
 *
 * npm run perf:motion               needs the web build and the server (script/build)
 * npm run perf:motion -- --runs=21  another number of rounds
 *
 * Prints a table and writes build/perf/motion.json. Exits with 1 if a target of limits.ts is missed.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { clientScript, NATIVE } from '../fixtures/native-client.ts';
import { startServer } from '../fixtures/server.ts';
import { launchAddress, PHONE } from './app-visit.ts';
import { MOTION_LIMITS } from './limits.ts';
import { median, roundsAsked } from './rounds.ts';
import { type Chromium, startChromium, type TabSession } from './tab.ts';
import { answerForeign, counters } from './visit.ts';

const root = resolve(import.meta.dirname, '../..');
const { values: flags } = parseArgs({ options: { runs: { type: 'string', default: '7' } } });
const runs = roundsAsked(flags.runs);

/** One and two frames at 60 per second, in ms, and 1 ms for the clock of frames. */
const [FRAME, TWO_FRAMES] = [17.7, 34.3];
/** Time after a press in which its movement and its later work end, in ms. */
const STEP = 1500;
/** Longest wait for a pressed element, in ms. */
const PATIENCE = 30_000;

/** A press, and the XPath of the pressed element. */
const STEPS = [
  ['first opening of the dialog', '//header//button'],
  ['to all wallets', '//dialog//button[contains(., "Все кошельки")]'],
  ['back', '//dialog//button[@aria-label="Назад"]'],
  ['closing', '//dialog//button[@aria-label="Закрыть"]'],
  ['second opening', '//header//button'],
  ['closing again', '//dialog//button[@aria-label="Закрыть"]'],
  ['to another page', '//a[@href="/wheel"]'],
  ['to a third page', '//a[@href="/about"]'],
] as const;

/** Result of one press. Times are in ms. */
interface Step {
  /** Time from the press to the first frame of the movement. */
  wait: number;
  /** Time from each frame that was drawn during the movement to the next one. */
  frames: number[];
  /** CPU time of the page's longest task during the movement. */
  taskMs: number;
  layouts: number;
  styleMs: number;
}

/** Names of marks in the trace. */
const [PRESSED, MOVED, ENDED] = ['motion pressed', 'motion moved', 'motion ended'];
/** Categories of the trace: these marks, the drawn frames, and tasks. */
const CATEGORIES = [
  'blink.user_timing',
  'disabled-by-default-devtools.timeline.frame',
  'disabled-by-default-devtools.timeline',
];

/**
 * Marks each press, each start of a movement, and its end in the trace. A movement ends with the last
 * animation of those that run when it starts. Endless animations do not count. Runs in the page.
 */
function mark(pressed: string, moved: string, ended: string): void {
  addEventListener('click', () => performance.mark(pressed), { capture: true });
  addEventListener(
    'animationstart',
    () => {
      performance.mark(moved);
      const running = document
        .getAnimations()
        .filter(
          (each) =>
            each instanceof CSSAnimation &&
            Number.isFinite(Number(each.effect?.getComputedTiming().endTime)),
        );
      if (running.length === 0) return;
      void Promise.allSettled(running.map(({ finished }) => finished)).then(() =>
        performance.mark(ended),
      );
    },
    { capture: true },
  );
}

const isMarked = (name: string): boolean => performance.getEntriesByName(name).length > 0;

/** Returns the middle of an element. Null if it is not shown. Runs in the page. */
function middleOf(path: string): { x: number; y: number } | null {
  const found = document.evaluate(path, document, null, 9, null).singleNodeValue;
  const box = (found as Element | null)?.getBoundingClientRect();
  return box?.width ? { x: box.x + box.width / 2, y: box.y + box.height / 2 } : null;
}

/** Runs a function without closures in the page. */
async function inPage<T>(
  tab: TabSession,
  run: (...parameters: string[]) => T,
  ...parameters: string[]
): Promise<T> {
  const expression = `(${run})(${parameters.map((each) => JSON.stringify(each)).join()})`;
  const { result } = await tab.send('Runtime.evaluate', { expression, returnByValue: true });
  return result.value;
}

/** An event of the trace: its thread, its time and its CPU time, in microseconds. */
interface TraceEvent {
  name: string;
  tid: number;
  ts: number;
  tdur?: number;
}

/** Records the trace of a tab. Call the returned function for each recording. */
function traces(tab: TabSession): (during: () => Promise<void>) => Promise<TraceEvent[]> {
  let events: TraceEvent[] = [];
  let complete = (): void => undefined;
  tab.on('Tracing.dataCollected', ({ value }) => {
    events.push(...(value as unknown as TraceEvent[]));
  });
  tab.on('Tracing.tracingComplete', () => complete());
  return async (during) => {
    events = [];
    await tab.send('Tracing.start', { traceConfig: { includedCategories: CATEGORIES } });
    await during();
    const completed = new Promise<void>((resolve) => {
      complete = resolve;
    });
    await tab.send('Tracing.end');
    await completed;
    return events.sort((one, other) => one.ts - other.ts);
  };
}

/** Presses an element as soon as it is shown, and returns the movement that follows. */
async function press(
  tab: TabSession,
  trace: ReturnType<typeof traces>,
  path: string,
): Promise<Step> {
  const deadline = Date.now() + PATIENCE;
  let at = await inPage(tab, middleOf, path);
  while (!at) {
    if (Date.now() > deadline) throw new Error(`${path} is not shown`);
    await pause(100);
    at = await inPage(tab, middleOf, path);
  }
  const { x, y } = at;
  await pause(STEP);
  await inPage(tab, () => performance.clearMarks());
  const before = await counters(tab);
  const events = await trace(async () => {
    for (const type of ['mousePressed', 'mouseReleased'] as const) {
      await tab.send('Input.dispatchMouseEvent', { type, x, y, button: 'left', clickCount: 1 });
    }
    // A busy machine may begin late.
    const latest = Date.now() + PATIENCE;
    do await pause(STEP);
    while (Date.now() < latest && !(await inPage(tab, isMarked, ENDED)));
  });
  const after = await counters(tab);
  const [first, start] = [PRESSED, MOVED].map((name) => events.find((each) => each.name === name));
  const end = events.find(({ name, ts }) => name === ENDED && start && ts > start.ts);
  if (!first || !start || !end) throw new Error(`a press on ${path} moves nothing`);
  const [moved, ended] = [start.ts / 1000, end.ts / 1000];
  const drawn = events
    .map(({ name, ts }) => (name === 'DrawFrame' ? ts / 1000 : 0))
    .filter((time) => time > moved && time <= ended);
  const times = [moved, ...drawn];
  // Without a drawn frame shortly before its end, a movement has lost its last frames.
  if (ended - (times.at(-1) ?? moved) > TWO_FRAMES) times.push(ended);
  // The page's thread. A task that runs then can delay only a movement that is not the compositor's.
  const tasks = events.filter(
    ({ name, tid, ts }) => name === 'RunTask' && tid === start.tid && ts > start.ts && ts < end.ts,
  );
  const since = (name: string): number => (after.get(name) ?? 0) - (before.get(name) ?? 0);
  return {
    wait: moved - first.ts / 1000,
    frames: times.slice(1).map((time, index) => time - (times[index] ?? time)),
    taskMs: Math.max(0, ...tasks.map(({ tdur = 0 }) => tdur / 1000)),
    layouts: since('LayoutCount'),
    styleMs: since('RecalcStyleDuration') * 1000,
  };
}

/** Opens the app in its own tab and takes all steps. */
async function round(chromium: Chromium, origin: string, walletsList: string): Promise<Step[]> {
  const { session, close } = await chromium.openTab(PHONE);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  await answerForeign(session, walletsList);
  const trace = traces(session);
  const marks = `(${mark})(${[PRESSED, MOVED, ENDED].map((name) => JSON.stringify(name)).join()})`;
  for (const source of [clientScript(NATIVE.android), marks]) {
    await session.send('Page.addScriptToEvaluateOnNewDocument', { source });
  }
  await session.send('Page.navigate', { url: launchAddress(origin) });
  const taken: Step[] = [];
  for (const [, path] of STEPS) taken.push(await press(session, trace, path));
  await close();
  return taken;
}

const server = await startServer();
const chromium = await startChromium();
const rounds: Step[][] = [];
try {
  const walletsList = readFileSync(resolve(root, 'build/web/wallets-v2.json'), 'utf8');
  // The first round only warms the browser up.
  for (let run = 0; run <= runs; run += 1) {
    const taken = await round(chromium, server.origin, walletsList);
    if (run > 0) rounds.push(taken);
  }
} finally {
  chromium.stop();
  await server.stop();
}

const lines = STEPS.map(([what], index) => {
  const steps = rounds.flatMap((taken) => taken[index] ?? []);
  const frames = steps.flatMap((step) => step.frames);
  return {
    what,
    wait: median(steps.map(({ wait }) => wait)),
    frames: frames.length,
    late: frames.filter((time) => time > FRAME).length,
    lost: frames.filter((time) => time > TWO_FRAMES).length,
    longest: Math.max(0, ...frames),
    taskMs: median(steps.map(({ taskMs }) => taskMs)),
    layouts: median(steps.map(({ layouts }) => layouts)),
    styleMs: median(steps.map(({ styleMs }) => styleMs)),
  };
});

const columns = (cells: readonly string[]): string =>
  cells.map((cell, index) => (index === 0 ? cell.padEnd(30) : cell.padStart(11))).join('');
const text = [
  columns([
    '',
    'wait, ms',
    'frames',
    '> 16.7 ms',
    '> 33 ms',
    'longest',
    'task, ms',
    'layouts',
    'style, ms',
  ]),
  ...lines.map(({ what, ...figures }) =>
    columns([what, ...Object.values(figures).map((figure) => String(Math.round(figure)))]),
  ),
].join('\n');
process.stdout.write(`${text}\n`);
mkdirSync(resolve(root, 'build/perf'), { recursive: true });
writeFileSync(resolve(root, 'build/perf/motion.json'), JSON.stringify({ lines, rounds }, null, 2));

const share = (name: 'late' | 'lost'): number =>
  lines.reduce((sum, line) => sum + line[name], 0) /
  lines.reduce((sum, { frames }) => sum + frames, 0);
for (const name of ['late', 'lost'] as const) {
  const holds = share(name) <= MOTION_LIMITS[name];
  const percent = (part: number): string => `${(part * 100).toFixed(1)} %`;
  process.stdout.write(
    `frames over ${name === 'late' ? 16.7 : 33} ms: ${percent(share(name))}` +
      `  ≤ ${percent(MOTION_LIMITS[name])}: ${holds ? 'holds' : 'DOES NOT HOLD'}\n`,
  );
  if (!holds) process.exitCode = 1;
}
