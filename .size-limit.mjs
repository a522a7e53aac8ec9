import { readFileSync } from 'node:fs';

// Files that a user downloads before the first paint: the page and every script and style that it
// names. The build names there all static imports of the entry.
const page = readFileSync('build/web/index.html', 'utf8');
const named = [...page.matchAll(/\b(?:src|href)="\/(assets\/[^"]+\.(?:js|css))"/g)];

// The libraries are measured by themselves: e2e/perf/size.ts.
const firstPaint = ['build/web/index.html', ...named.map(([, file]) => `build/web/${file}`)];

// Files that load in parallel: the code of the home page and the widget's button. The build lists
// these files in the page.
const pageFiles = JSON.parse(/id="page-files">([^<]+)</.exec(page)?.[1] ?? '{}');
const parallel = [...pageFiles['/'], ...pageFiles['*']].map((file) => `build/web${file}`);

// These limits are above the targets of docs/internals/performance.md and only go down. The hashes in file names compress
// differently in each build, so builds of equal code differ by some 30 bytes.
export default [
  {
    name: 'first paint of the mini app (HTML, JS, CSS, React included)',
    path: firstPaint,
    brotli: true,
    limit: '70.7 kB',
  },
  {
    name: "home, complete: first paint, the page's code, the widget's button",
    path: [...firstPaint, ...parallel],
    brotli: true,
    limit: '78.9 kB',
  },
];
