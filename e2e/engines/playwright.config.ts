import { defineConfig } from '@playwright/test';
import type { EngineName } from './test.ts';

/**
 * The gallery and the main journeys in the engines that visitors have: Gecko as Firefox ESR and
 * WebKit, of which every browser on an iPhone is made, beside Blink. Playwright runs and judges the
 * tests; its own Firefox and WebKit are patched and cannot be had from Debian, so other drivers
 * press the keys.
 */
export default defineConfig<object, { engineName: EngineName }>({
  testDir: '.',
  outputDir: '../../build/engines',
  // A browser a worker, and one worker an engine: its tests run one after the other in it.
  fullyParallel: false,
  workers: 2,
  forbidOnly: process.env.CI !== undefined,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 20_000 },
  reporter: [['list']],
  projects: (['chromium', 'firefox', 'webkit'] as const).map((engineName) => ({
    name: engineName,
    use: { engineName },
  })),
});
