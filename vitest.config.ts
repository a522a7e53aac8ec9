import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { chromiumLaunch } from './e2e/fixtures/chromium.ts';
import { whole } from './e2e/fixtures/whole.ts';

const resolve = { conditions: ['prichal-source', 'module', 'browser', 'development|production'] };

/** How long a test may take on a machine that has much else to do, ms: many wait for a chunk. */
const PATIENCE = 60_000;

/** A condition is waited for, not timed: on such a machine a chunk may take its while. */
const POLL = { timeout: 30_000 };

/** Browser tests that take a third of the time: all orders of events, all languages, all codes. */
const SLOW = [
  'connect/src/core/requests/life-of-a-request.browser.test.tsx',
  'stand/src/gallery/language-widths.browser.test.tsx',
  'connect/src/react/chance.browser.test.tsx',
  'connect/src/ui/wallets/look.browser.test.tsx',
  'connect/src/ui/qr/shown-codes.browser.test.tsx',
];

/** Test files at a time. Half of a browser test is waiting for animations and press guards. */
const FILES = 2;

/**
 * Two projects. `unit` runs pure logic in Node; `browser` runs whatever has focus, layout, storage
 * or a DOM in a real Chromium (the shell of Debian's own: no browser is downloaded).
 */
export default defineConfig({
  test: {
    projects: [
      {
        resolve,
        ssr: {
          resolve: { conditions: ['prichal-source', 'module', 'node', 'development|production'] },
        },
        test: {
          name: 'unit',
          environment: 'node',
          maxWorkers: FILES,
          testTimeout: PATIENCE,
          expect: { poll: POLL },
          include: ['{telegram,sdk,connect,session,dev-wallet,app,stand}/**/*.test.ts'],
          exclude: ['**/*.browser.test.*', '**/node_modules/**'],
        },
      },
      {
        plugins: [react()],
        resolve,
        optimizeDeps: {
          // Named beforehand: a dependency found in the middle of a run reloads the pages under test.
          include: [
            '@stablelib/poly1305',
            '@stablelib/x25519',
            '@stablelib/xsalsa20',
            'jsqr',
            'react',
            'react-dom',
            'react-dom/client',
            'react-dom/server',
            'react/jsx-dev-runtime',
            'vitest-browser-react',
            'vitest-browser-vue',
            'vue',
          ],
        },
        test: {
          name: 'browser',
          setupFiles: ['script/vitest/fresh-page.ts'],
          testTimeout: PATIENCE,
          hookTimeout: PATIENCE,
          expect: { poll: POLL },
          include: [
            '{telegram,sdk,connect,session,dev-wallet,app,stand}/**/*.browser.test.{ts,tsx}',
          ],
          exclude: ['**/node_modules/**', ...(whole ? [] : SLOW)],
          maxWorkers: FILES,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: chromiumLaunch,
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
});
