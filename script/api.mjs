// Copies the API pages of @prichal/connect, @prichal/session and @prichal/sdk from the packages'
// builds to connect/api, session/api and sdk/api, so that every change of a public API changes a
// page in Git.
//
//   npm run api
//
// script/checks/package.test.mjs fails if a page differs from the declarations.
import { copyFileSync, mkdirSync } from 'node:fs';
import { resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');
const PAGES = {
  connect: ['connect', 'headless', 'vanilla', 'vue', 'wallet-source', 'testing-unit'],
  session: ['session', 'session-react'],
  sdk: ['sdk'],
};
for (const [name, pages] of Object.entries(PAGES)) {
  mkdirSync(resolve(root, name, 'api'), { recursive: true });
  for (const page of pages.map((entry) => `${entry}.api.md`)) {
    copyFileSync(resolve(root, 'build/api', page), resolve(root, name, 'api', page));
  }
}
