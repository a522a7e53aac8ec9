import { defineConfig } from '@playwright/test';
import { chromiumLaunch } from '../fixtures/chromium.ts';

/** Follows the guides (docs/site/start) from top to end: `npm run test:paths`. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: '../../build/paths/failures',
  globalSetup: './packs.ts',
  fullyParallel: true,
  workers: 2,
  forbidOnly: process.env.CI !== undefined,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [['list']],
  use: {
    launchOptions: chromiumLaunch,
    permissions: ['clipboard-read', 'clipboard-write'],
    locale: 'en-US',
  },
});
