/*
 * Lighthouse for phones on one page of each kind of the documentation site, in both themes, on the real server.
 *
 *   npm run lighthouse:site             needs the site and the server (script/build site, script/build server)
 *   npm run lighthouse:site -- /ru/     only these pages
 *
 * Writes reports into build/perf/lighthouse-site. Exits with 1 if a page has a score below 100.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import lighthouse from 'lighthouse';
import puppeteer from 'puppeteer-core';
import { wholeChromiumLaunch } from '../fixtures/chromium.ts';
import { serveSite } from './served-site.ts';

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
const TARGET = 100;

const named = process.argv.slice(2);
const paths =
  named.length > 0
    ? named
    : [
        '/',
        '/ru/',
        '/start/widget',
        '/widget/',
        '/operations/',
        '/reference/configuration/bridge',
        '/builder/',
      ];
const folder = resolve(import.meta.dirname, '../../build/perf/lighthouse-site');
mkdirSync(folder, { recursive: true });

const server = await serveSite();
const browser = await puppeteer.launch({
  executablePath: wholeChromiumLaunch.executablePath,
  args: wholeChromiumLaunch.args,
});
const rows: string[] = [];
let short = false;
try {
  for (const path of paths) {
    for (const scheme of ['light', 'dark'] as const) {
      const page = await browser.newPage();
      await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
      const result = await lighthouse(
        server.origin + path,
        { output: 'html', logLevel: 'error', onlyCategories: [...CATEGORIES] },
        undefined,
        page,
      );
      if (!result) throw new Error(`Lighthouse had no result for ${path}`);
      const { lhr, report } = result;
      const name = `${path.replaceAll('/', '_')}-${scheme}`;
      writeFileSync(resolve(folder, `${name}.html`), String(report));
      writeFileSync(resolve(folder, `${name}.json`), JSON.stringify(lhr));
      const scores = CATEGORIES.map((each) => Math.round((lhr.categories[each]?.score ?? 0) * 100));
      if (scores.some((score) => score < TARGET)) short = true;
      const failed = CATEGORIES.flatMap((each) => lhr.categories[each]?.auditRefs ?? [])
        .filter(({ id, weight }) => weight > 0 && (lhr.audits[id]?.score ?? 1) < 1)
        .map(({ id }) => `${id} ${lhr.audits[id]?.displayValue ?? ''}`.trim());
      rows.push(
        `${path.padEnd(34)}${scheme.padEnd(7)}${scores.map((score) => String(score).padStart(5)).join('')}  ${[...new Set(failed)].join(', ')}`,
      );
      await page.close();
    }
  }
} finally {
  await browser.close();
  await server.stop();
}
process.stdout.write(`${''.padEnd(41)} perf a11y best  seo\n${rows.join('\n')}\n`);
if (short) process.exitCode = 1;
