import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig } from 'vite';
import { describePages } from '../script/vite/describe-pages.mjs';
import { inFrontOfServer } from '../script/vite/in-front-of-server.mjs';

/**
 * Builds four pages: the host at /stand/, and the wallet, the request maker and the gallery below
 * it.
 */
export default defineConfig(({ mode }) => ({
  base: '/stand/',
  plugins: [
    react(),
    describePages(),
    inFrontOfServer({
      proxied: '^/(?!stand/)',
      page: mode === 'gallery' ? '/stand/gallery/' : '/stand/',
      needed: mode !== 'gallery',
    }),
  ],
  resolve: { conditions: ['prichal-source', ...defaultClientConditions] },
  build: {
    outDir: '../build/stand',
    emptyOutDir: true,
    target: ['chrome106', 'safari15.4', 'firefox115'],
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // Pages share parts of the wallet dialog. Its styles stay in one chunk, because styles
            // of a later chunk would override those of an earlier one
            // (connect/src/ui/theme/sheet-styles.ts).
            {
              name: 'sheet-styles',
              test: /connect\/src\/(theme\/sheet-|ui\/(?!connect-button|testnet)).*\.css/,
            },
          ],
        },
      },
      input: {
        host: 'index.html',
        wallet: 'wallet/index.html',
        dapp: 'dapp/index.html',
        gallery: 'gallery/index.html',
      },
    },
  },
}));
