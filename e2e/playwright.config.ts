import { resolve } from 'node:path';
import { defineConfig } from '@playwright/test';
import { chromiumLaunch } from './fixtures/chromium.ts';

/**
 * Journeys of a person through the real binary in a real Chromium, pictures of every screen, and the
 * clients of the bridge, which need no page.
 * Each worker starts a server of its own on free ports, so nothing outside this run is touched.
 */
export default defineConfig({
  testDir: '.',
  // Whole paths: a checkout whose own folder is called `bridge` or `journeys` has other specs too.
  testMatch: ['bridge', 'journeys', 'screens'].map((folder) =>
    resolve(import.meta.dirname, folder, '**/*.spec.ts'),
  ),
  snapshotPathTemplate: '{testDir}/screens/baseline/{arg}{ext}',
  outputDir: '../build/e2e',
  fullyParallel: true,
  workers: 2,
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
