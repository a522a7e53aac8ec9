import { resolve } from 'node:path';
import { defineConfig } from '@playwright/test';
import type { BridgeOptions } from './bridge/test.ts';
import { chromiumLaunch, wholeChromiumLaunch } from './fixtures/chromium.ts';
import { whole } from './fixtures/whole.ts';
import { MAIN } from './screens/scenes.ts';

/** Whole paths: a checkout whose own folder is called `bridge` or `journeys` has other specs too. */
const specsIn = (folder: string) => resolve(import.meta.dirname, folder, '**/*.spec.ts');

/** Journeys that are slow and seldom break: they run only with TEST_WHOLE=1. */
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
 * Journeys of a person through the real binary in a real Chromium, pictures of every screen, and the
 * clients of the bridge, which need no page.
 * Each worker starts a server of its own on free ports, so nothing outside this run is touched.
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
      // It has no app.
      testIgnore: '**/order.spec.ts',
      use: { connector: 'own' as const },
    },
    // As visitors' browsers draw them: letters stand a little differently in Chromium's shell.
    {
      name: 'screens',
      testMatch: specsIn('screens'),
      ...(whole ? {} : { grep: MAIN_PICTURES }),
      use: { launchOptions: wholeChromiumLaunch },
    },
    // What holds for the bridge holds for several instances of it.
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
  // Two processors are idle for half of the time with two.
  workers: 3,
  forbidOnly: process.env.CI !== undefined,
  retries: 0,
  timeout: 120_000,
  expect: {
    timeout: 20_000,
    // Another build of Chromium draws the edges of letters a little differently; another word in small
    // letters is more than this.
    toHaveScreenshot: { maxDiffPixels: 80, threshold: 0.2 },
  },
  reporter: [['list']],
  // A trace of every test costs a third of the run: `--trace retain-on-failure` takes one when it is wanted.
  use: { launchOptions: chromiumLaunch },
});
