import { defineConfig } from '@playwright/test';
import { chromiumLaunch } from '../fixtures/chromium.ts';

/** The paths of the documentation (docs/site/start), followed from top to end: `npm run test:paths`. */
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
