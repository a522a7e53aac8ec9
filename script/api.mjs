// The public API of @prichal/connect and @prichal/sdk as pages that a change must touch: connect/api/*.api.md
// and sdk/api/sdk.api.md. The packages' builds make them with the declarations; this copies them from there.
//
//   npm run api
//
// script/checks/package.test.mjs fails when a page and the declarations differ.
import { copyFileSync, mkdirSync } from 'node:fs';
import { resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');
const PAGES = {
  connect: [
    'connect',
    'headless',
    'session',
    'vanilla',
    'vanilla-session',
    'testing',
    'testing-unit',
  ],
  sdk: ['sdk'],
};
for (const [name, pages] of Object.entries(PAGES)) {
  mkdirSync(resolve(root, name, 'api'), { recursive: true });
  for (const page of pages.map((entry) => `${entry}.api.md`)) {
    copyFileSync(resolve(root, 'build/api', page), resolve(root, name, 'api', page));
  }
}
