import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig } from 'vite';
import { describePages } from '../script/vite/describe-pages.mjs';

/** Where the development server finds the real server: its page, lists and bridge. */
const server = process.env.PRICHAL_SERVER ?? 'http://127.0.0.1:8080';

/** Four pages: the host at /stand/; the wallet, the request maker and the gallery beneath it. */
export default defineConfig({
  base: '/stand/',
  plugins: [react(), describePages()],
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
            // those of another and take back what they say (connect/src/theme/sheet-styles.ts).
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
  server: {
    // Everything that is not the stand's own comes from the real server.
    proxy: { '^/(?!stand/)': { target: server } },
  },
});
