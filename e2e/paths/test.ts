import { test as base } from '@playwright/test';
import { packs } from './packs.ts';
import { Reader } from './reader.ts';
import { type Registry, startRegistry } from './registry.ts';

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
      const registry = await startRegistry(packs);
      await use(registry);
      await registry.stop();
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
