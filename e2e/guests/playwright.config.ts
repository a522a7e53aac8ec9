import { defineConfig } from '@playwright/test';
import { chromiumLaunch } from '../fixtures/chromium.ts';

/**
 * Apps that use the packed packages, installed and built as their authors would: `script/guests`.
 */
export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: '../../build/guests/failures',
  // An installation or a build takes minutes on a small machine, and uses more than one CPU.
  workers: 1,
  timeout: 900_000,
  expect: { timeout: 20_000 },
  reporter: [['list']],
  use: {
    launchOptions: chromiumLaunch,
    trace: 'retain-on-failure',
    viewport: { width: 1280, height: 860 },
    permissions: ['clipboard-read', 'clipboard-write'],
    locale: 'en-US',
  },
});
