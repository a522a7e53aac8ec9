// The public API of @prichal/connect as pages that a change must touch: connect/api/*.api.md. They are
// made with the declarations (npm run build --workspace connect); this takes them over from there.
//
//   npm run api
//
// script/checks/package.test.mjs fails when a page and the declarations differ.
import { copyFileSync } from 'node:fs';
import { resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');
const pages = [
  'connect',
  'headless',
  'session',
  'vanilla',
  'vanilla-session',
  'testing',
  'testing-unit',
];
for (const page of pages.map((name) => `${name}.api.md`)) {
  copyFileSync(resolve(root, 'build/api', page), resolve(root, 'connect/api', page));
}
