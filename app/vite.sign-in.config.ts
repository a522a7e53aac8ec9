import { resolve } from 'node:path';
import { defaultClientConditions, defineConfig } from 'vite';
import { bundledPackages } from '../script/vite/bundled-packages.mjs';
import { describePages } from '../script/vite/describe-pages.mjs';
import { precompress } from '../script/vite/precompress.mjs';
import { IN_A_BROWSER } from './vite/in-a-browser.ts';

/**
 * The module that the server adds to the page where visitors are signed in. A build of its own, behind
 * that of the app: sharing a file with it, it would change what everybody else loads.
 */
export default defineConfig({
  define: IN_A_BROWSER,
  resolve: { conditions: ['prichal-source', ...defaultClientConditions] },
  publicDir: false,
  plugins: [
    bundledPackages({ root: resolve(import.meta.dirname, '..') }),
    precompress({ skip: ['index.html'] }),
    // Once more, of the page that is there: the description names the module.
    describePages(),
  ],
  build: {
    outDir: '../build/web',
    emptyOutDir: false,
    target: ['chrome106', 'safari15.4', 'ios15.4', 'firefox115'],
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { 'sign-in': 'src/sign-in/main.ts' },
      output: { entryFileNames: 'assets/[name]-[hash].js' },
    },
  },
});
