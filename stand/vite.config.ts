import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig } from 'vite';
import { describePages } from '../script/vite/describe-pages.mjs';
import { inFrontOfServer } from '../script/vite/in-front-of-server.mjs';

/** Four pages: the host at /stand/; the wallet, the request maker and the gallery beneath it. */
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
            // Pages share parts of the sheet. Its styles stay together, or those of one chunk would come after
            // those of another and take back what they say (connect/src/ui/theme/sheet-styles.ts).
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
