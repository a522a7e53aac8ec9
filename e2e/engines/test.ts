import { test as base, expect } from '@playwright/test';
import { expectDescribed } from '../contract/answers.ts';
import type { Engine, Tab } from './engine.ts';
import { startPuppeteer } from './puppeteer.ts';
import { type Site, startSite } from './site.ts';
import { Visitor } from './visitor.ts';
import { startWebKit } from './webkit.ts';

export type EngineName = 'chromium' | 'firefox' | 'webkit';

interface Options {
  engineName: EngineName;
}

interface WorkerFixtures {
  engine: Engine;
  site: Site;
}

interface Fixtures {
  /** A tab of a browser without stored data. */
  tab: Tab;
  /** The user in that tab. */
  visitor: Visitor;
  /** Fails the test if a page reports an error, unless the test takes it. */
  noErrors: undefined;
}

export const test = base.extend<Fixtures, Options & WorkerFixtures>({
  engineName: ['chromium', { option: true, scope: 'worker' }],
  engine: [
    async ({ engineName }, use) => {
      const engine = await (engineName === 'webkit' ? startWebKit() : startPuppeteer(engineName));
      await use(engine);
      await engine.close();
    },
    { scope: 'worker' },
  ],
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures wanted from this pattern
    async ({}, use) => {
      const site = await startSite();
      await use(site);
      await site.stop();
    },
    { scope: 'worker' },
  ],
  noErrors: [
    async ({ site }, use) => {
      site.heal();
      site.takeErrors();
      await use(undefined);
      expect(site.takeErrors(), 'errors of the page').toEqual([]);
      // The proxy runs in this process, so every answer to the page has been recorded.
      expectDescribed();
    },
    { auto: true },
  ],
  tab: async ({ engine }, use) => {
    const tab = await engine.open();
    await use(tab);
    await engine.clear();
  },
  visitor: async ({ tab }, use) => use(new Visitor(tab)),
});

export { expect } from '@playwright/test';
