import { readFileSync } from 'node:fs';

// What a visitor downloads before the first paint: the page, the entry and everything that it
// imports statically, as the build's own manifest lists it.
const manifest = JSON.parse(readFileSync('build/web/.vite/manifest.json', 'utf8'));
const firstPaint = new Set(['build/web/index.html']);

function add(key) {
  const chunk = manifest[key];
  if (!chunk || firstPaint.has(`build/web/${chunk.file}`)) return;
  firstPaint.add(`build/web/${chunk.file}`);
  for (const style of chunk.css ?? []) firstPaint.add(`build/web/${style}`);
  for (const imported of chunk.imports ?? []) add(imported);
}
add('index.html');

export default [
  {
    name: 'first paint of the mini app (HTML, JS, CSS, React included)',
    path: [...firstPaint],
    brotli: true,
    limit: '80 kB',
  },
];
