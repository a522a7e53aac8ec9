// The public API of @prichal/connect, @prichal/session and @prichal/sdk as pages that a change must touch: connect/api,
// session/api and sdk/api. The packages' builds make them with the declarations; this script copies them from there.
//
//   npm run api
//
// script/checks/package.test.mjs fails when a page and the declarations differ.
import { copyFileSync, mkdirSync } from 'node:fs';
import { resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');
const PAGES = {
  connect: ['connect', 'headless', 'vanilla', 'wallet-source', 'testing-unit'],
  session: ['session', 'session-react'],
  sdk: ['sdk'],
};
for (const [name, pages] of Object.entries(PAGES)) {
  mkdirSync(resolve(root, name, 'api'), { recursive: true });
  for (const page of pages.map((entry) => `${entry}.api.md`)) {
    copyFileSync(resolve(root, 'build/api', page), resolve(root, name, 'api', page));
  }
}
