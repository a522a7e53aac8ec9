import { resolve } from 'node:path';
import { defaultClientConditions, defineConfig } from 'vite';
import { bundledPackages } from '../script/vite/bundled-packages.mjs';
import { describePages } from '../script/vite/describe-pages.mjs';
import { precompress } from '../script/vite/precompress.mjs';
import { IN_A_BROWSER } from './vite/in-a-browser.ts';

/**
 * Builds the module that the server adds to the page if sign-in is on. It is a separate build that
 * runs after the app's, because a shared file would change the code that every page loads.
 */
export default defineConfig({
  define: IN_A_BROWSER,
  resolve: { conditions: ['prichal-source', ...defaultClientConditions] },
  publicDir: false,
  plugins: [
    bundledPackages({ root: resolve(import.meta.dirname, '..') }),
    precompress({ skip: ['index.html'] }),
    // Describes the existing page again, so that the description names this module.
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
