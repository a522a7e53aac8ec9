import { resolve } from 'node:path';
import { defineConfig } from '@playwright/test';
import type { BridgeOptions } from './bridge/test.ts';
import { chromiumLaunch, wholeChromiumLaunch } from './fixtures/chromium.ts';
import { whole } from './fixtures/whole.ts';
import { MAIN } from './screens/scenes.ts';

/** Absolute paths, because the path of the checkout may contain `bridge` or `journeys`. */
const specsIn = (folder: string) => resolve(import.meta.dirname, folder, '**/*.spec.ts');

/** Slow journeys that rarely fail. They run only with TEST_WHOLE=1. */
const SLOW = [
  ...['beside-sdk', 'chance', 'debug-console', 'double-click', 'gallery-keyboard', 'gallery-names'],
  ...['gallery-shift', 'host-styles', 'late-answers', 'launch', 'launch-storage', 'measured'],
  ...['native', 'old-client', 'other-origin', 'outside', 'palettes', 'room', 'stand-newcomer'],
  ...['stand-room', 'stand-wallets', 'swap', 'tabs', 'third-party', 'third-party-allowed'],
  ...['traces', 'two-instances', 'wallet-kit', 'wide-page'],
].map((name) => `**/journeys/${name}.spec.ts`);

/** Pictures of the main scenes on a phone. */
const MAIN_PICTURES = new RegExp(` (${MAIN.join('|')})-390-(light|dark)$`);

/**
 * Journeys of a user through the real binary in a real Chromium, pictures of every screen, and the
 * bridge's clients without a page. Each worker starts its own server on free ports, so that runs
 * are isolated.
 */
export default defineConfig<BridgeOptions>({
  testDir: '.',
  projects: [
    {
      name: 'one process',
      testMatch: ['bridge', 'journeys'].map(specsIn),
      testIgnore: whole ? [] : SLOW,
    },
    {
      name: 'own connector',
      testMatch: specsIn('bridge'),
      // This spec has no app.
      testIgnore: '**/order.spec.ts',
      use: { connector: 'own' as const },
    },
    // Drawn as in users' browsers. Text is placed slightly differently in Chromium's shell.
    {
      name: 'screens',
      testMatch: specsIn('screens'),
      ...(whole ? {} : { grep: MAIN_PICTURES }),
      use: { launchOptions: wholeChromiumLaunch },
    },
    // The bridge's tests must also pass with several instances.
    ...(whole
      ? [
          {
            name: 'two instances',
            testMatch: specsIn('bridge'),
            use: { deployment: 'two' as const },
          },
        ]
      : []),
  ],
  snapshotPathTemplate: '{testDir}/screens/baseline/{arg}{ext}',
  outputDir: '../build/e2e',
  fullyParallel: true,
  // With two workers, two CPUs are idle half of the time.
  workers: 3,
  forbidOnly: process.env.CI !== undefined,
  retries: 0,
  timeout: 120_000,
  expect: {
    timeout: 20_000,
    // Another build of Chromium draws the edges of letters slightly differently. A changed word in
    // small text is a larger difference.
    toHaveScreenshot: { maxDiffPixels: 80, threshold: 0.2 },
  },
  reporter: [['list']],
  // Traces of every test take a third of the run. Use `--trace retain-on-failure` when needed.
  use: { launchOptions: chromiumLaunch },
});
