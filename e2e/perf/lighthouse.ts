/*
 * Runs Lighthouse as on a phone, on every page of the mini app as opened by Telegram: with the
 * launch parameters after `#`, from the real server. Network and CPU are simulated, so that the
 * machine has little influence.
 *
 * npm run lighthouse                needs the web build and the server (script/build)
 * npm run lighthouse -- --json      prints figures instead of the table
 *
 * Writes reports to build/perf/lighthouse. Exits with 1 if a page has a score below 100.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';
import { wholeChromiumLaunch } from '../fixtures/chromium.ts';
import { launchHash, NATIVE } from '../fixtures/native-client.ts';
import { startServer } from '../fixtures/server.ts';
import { LIGHTHOUSE_SCORE } from './limits.ts';

const PATHS = ['/', '/wheel', '/about', '/buy-prichal'];
const CATEGORIES = ['performance', 'accessibility', 'best-practices'] as const;
const TIMES = {
  paint: 'first-contentful-paint',
  largest: 'largest-contentful-paint',
  blocking: 'total-blocking-time',
} as const;

const folder = resolve(import.meta.dirname, '../../build/perf/lighthouse');

interface Line {
  path: string;
  /** Out of 100. */
  scores: Record<string, number>;
  /** In milliseconds. */
  times: Record<string, number>;
  /** Ids of the audits that cost points. */
  failed: string[];
}

async function audit(port: number, origin: string, path: string): Promise<Line> {
  const url = `${origin}${path}${launchHash(NATIVE.android)}`;
  const result = await lighthouse(url, {
    port,
    output: 'html',
    logLevel: 'error',
    onlyCategories: [...CATEGORIES],
  });
  if (!result) throw new Error(`Lighthouse had no result for ${path}`);
  const { lhr, report } = result;
  if (lhr.runtimeError) throw new Error(`Lighthouse at ${path}: ${lhr.runtimeError.message}`);
  const name = path.slice(1) || 'home';
  writeFileSync(resolve(folder, `${name}.html`), String(report));
  writeFileSync(resolve(folder, `${name}.json`), JSON.stringify(lhr));

  const weighty = CATEGORIES.flatMap((category) => lhr.categories[category]?.auditRefs ?? []);
  const failed = weighty
    .filter(({ id, weight }) => weight > 0 && (lhr.audits[id]?.score ?? 1) < 1)
    .map(({ id }) => id);
  return {
    path,
    scores: Object.fromEntries(
      CATEGORIES.map((each) => [each, Math.round((lhr.categories[each]?.score ?? 0) * 100)]),
    ),
    times: Object.fromEntries(
      Object.entries(TIMES).map(([short, id]) => [short, lhr.audits[id]?.numericValue ?? 0]),
    ),
    failed,
  };
}

const { values: flags } = parseArgs({ options: { json: { type: 'boolean', default: false } } });
mkdirSync(folder, { recursive: true });
const server = await startServer();
const chrome = await launch({
  chromePath: wholeChromiumLaunch.executablePath,
  chromeFlags: ['--headless=new', ...wholeChromiumLaunch.args],
  logLevel: 'error',
});
const lines: Line[] = [];
try {
  for (const path of PATHS) lines.push(await audit(chrome.port, server.origin, path));
} finally {
  chrome.kill();
  await server.stop();
}

const columns = (cells: readonly string[]): string =>
  cells.map((cell, index) => (index === 0 ? cell.padEnd(16) : cell.padStart(17))).join('');
const shown = [...CATEGORIES, ...Object.keys(TIMES).map((short) => `${short}, ms`)];
const rows = lines.map(({ path, scores, times, failed }) => {
  const figures = [...Object.values(scores), ...Object.values(times)];
  const cells = columns([path, ...figures.map((figure) => String(Math.round(figure)))]);
  return failed.length === 0 ? cells : `${cells}  ${failed.join(', ')}`;
});
const table = [columns(['', ...shown]), ...rows].join('\n');
process.stdout.write(`${flags.json ? JSON.stringify(lines, null, 2) : table}\n`);
const short = lines.some(({ scores }) =>
  Object.values(scores).some((score) => score < LIGHTHOUSE_SCORE),
);
if (short) process.exitCode = 1;
