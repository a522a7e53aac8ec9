import { readFileSync } from 'node:fs';

// What a visitor downloads before the first paint: the page and every script and style that it
// names; the build names there all that the entry imports statically.
const page = readFileSync('build/web/index.html', 'utf8');
const named = [...page.matchAll(/\b(?:src|href)="\/(assets\/[^"]+\.(?:js|css))"/g)];

/** A built file and all that it imports statically. */
function withImports(path, found = new Set()) {
  if (found.has(path)) return found;
  found.add(path);
  const folder = path.slice(0, path.lastIndexOf('/'));
  for (const [, file] of readFileSync(path, 'utf8').matchAll(
    /(?:from|import)\s*["']\.\/([^"']+)["']/g,
  )) {
    withImports(`${folder}/${file}`, found);
  }
  return found;
}

export default [
  {
    name: 'first paint of the mini app (HTML, JS, CSS, React included)',
    path: ['build/web/index.html', ...named.map(([, file]) => `build/web/${file}`)],
    brotli: true,
    limit: '80 kB',
  },
  {
    name: '@prichal/telegram, all of its main entry',
    path: [...withImports('telegram/dist/index.js')],
    gzip: true,
    limit: '5.3 kB',
  },
  {
    name: '@prichal/connect, first load (JS and CSS; without React, SDK and what is lazy)',
    path: [...withImports('connect/dist/index.js')],
    gzip: true,
    limit: '8.5 kB',
  },
  {
    name: '@prichal/connect, all of it',
    path: ['connect/dist/*.js', 'connect/dist/*.css'],
    gzip: true,
    limit: '37 kB',
  },
];
