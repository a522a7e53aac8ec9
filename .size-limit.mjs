import { readFileSync } from 'node:fs';

// What a visitor downloads before the first paint: the page and every script and style that it
// names; the build names there all that the entry imports statically.
const page = readFileSync('build/web/index.html', 'utf8');
const named = [...page.matchAll(/\b(?:src|href)="\/(assets\/[^"]+\.(?:js|css))"/g)];

// The libraries are measured in a host's own build: e2e/perf/size.ts.
export default [
  {
    name: 'first paint of the mini app (HTML, JS, CSS, React included)',
    path: ['build/web/index.html', ...named.map(([, file]) => `build/web/${file}`)],
    brotli: true,
    limit: '80 kB',
  },
];
