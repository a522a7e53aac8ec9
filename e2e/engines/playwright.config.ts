import { defineConfig } from '@playwright/test';
import type { EngineName } from './test.ts';

/**
 * Runs the gallery and the main journeys in the engines that users have: Gecko as Firefox ESR,
 * WebKit as in every browser on an iPhone, and Blink. Playwright runs the tests; its own Firefox
 * and WebKit are patched and not available from Debian, so other drivers control the browsers.
 */
export default defineConfig<object, { engineName: EngineName }>({
  testDir: '.',
  outputDir: '../../build/engines',
  // One worker per engine with one browser, in which its tests run one after the other.
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
