import { test as base } from '@playwright/test';
import { type Registry, startRegistry } from '../../script/registry.mjs';
import { tarballs } from './packs.ts';
import { Reader } from './reader.ts';

interface WorkerFixtures {
  /** npm registry with the packed packages and all installed dependencies. */
  registry: Registry;
}

interface Fixtures {
  /** Reader with an empty folder. */
  reader: Reader;
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  registry: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures wanted from this pattern
    async ({}, use) => {
      const registry = await startRegistry(tarballs());
      await use(registry);
      await registry.close();
    },
    { scope: 'worker' },
  ],
  reader: async ({ registry }, use) => {
    const reader = await Reader.begin(registry.url);
    await use(reader);
    await reader.leave();
  },
});

export { expect } from '@playwright/test';
