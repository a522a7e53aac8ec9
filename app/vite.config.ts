import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig } from 'vite';
import { bundledPackages } from '../script/vite/bundled-packages.mjs';
import { describePages } from '../script/vite/describe-pages.mjs';
import { inFrontOfServer } from '../script/vite/in-front-of-server.mjs';
import { precompress } from '../script/vite/precompress.mjs';
import { squeezeChunks } from '../script/vite/squeeze.mjs';
import { IN_A_BROWSER } from './vite/in-a-browser.ts';
import { inlineScripts } from './vite/inline-scripts.ts';
import { inlineStyle } from './vite/inline-style.ts';
import { pagePreloads } from './vite/page-preloads.ts';
import { preloadHelper } from './vite/preload-helper.ts';
import { skeleton } from './vite/skeleton.ts';
import { walletsList } from './vite/wallets-list.ts';

/**
 * Modules of the pages by path. `/buy-` is the path of the product's page, without the product's
 * slug.
 */
const PAGES = {
  '/': '/src/pages/home.tsx',
  '/wheel': '/src/pages/wheel.tsx',
  '/about': '/src/pages/about.tsx',
  '/buy-': '/src/pages/buy.tsx',
};

/** Module that every page needs in addition to the bundle. */
const EVERYWHERE = '/src/wallet/wallet-button.tsx';

/** Resolves our packages to their source, for the code that the plugins build separately. */
const SOURCE = ['prichal-source', ...defaultClientConditions];

/** The oldest clients that run the bundle. */
const TARGET = ['chrome106', 'safari15.4', 'ios15.4', 'firefox115'];

export default defineConfig(({ command }) => ({
  define: {
    // One dependency checks for Node's `require`. The constant removes that branch from the bundle.
    'typeof require': '"undefined"',
    ...(command === 'build' ? IN_A_BROWSER : {}),
  },
  resolve: {
    // The inline head (src/start/head.inline.ts) has already done the work of these modules of
    // @prichal/telegram.
    alias: [
      {
        find: /^\..*\/(make-head|follow-theme|find-user)\.js$/,
        replacement: resolve(import.meta.dirname, 'src/start/left-to-head.ts'),
      },
    ],
    conditions: ['prichal-source', ...defaultClientConditions],
  },
  plugins: [
    react(),
    preloadHelper(),
    skeleton({ conditions: SOURCE }),
    inlineScripts({ conditions: SOURCE }),
    inlineStyle({ target: TARGET }),
    pagePreloads(PAGES, EVERYWHERE),
    walletsList(),
    // Squeezing the console, which loads on demand, would take longer than all the rest.
    squeezeChunks({ skip: /^open-eruda$/ }),
    bundledPackages({ root: resolve(import.meta.dirname, '..') }),
    // The server still fills in the page itself.
    precompress({ skip: ['index.html'] }),
    // Input for the server, which does not serve these files.
    describePages(),
    // The sandbox shows the app in its frame.
    inFrontOfServer({
      proxied:
        '^/(stand|bridge|auth|wallets|wallets-v2\\.json|tonconnect-manifest\\.json)(?=[/?]|$)',
      page: '/stand/',
    }),
  ],
  build: {
    outDir: '../build/web',
    emptyOutDir: true,
    target: TARGET,
    // Data addresses would need an exception in the Content-Security-Policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The debug console evaluates what a developer types. Our policy blocks that.
    rolldownOptions: {
      checks: { eval: false },
      output: {
        // Hashes have six characters instead of eight, because the page and its entry name every
        // file.
        entryFileNames: 'assets/[name]-[hash:6].js',
        chunkFileNames: 'assets/[name]-[hash:6].js',
        assetFileNames: 'assets/[name]-[hash:6][extname]',
        // The code that every first load needs is one file. The button, and the code that every
        // page loads after the first paint, are one file each, because they share modules with the
        // wallet dialog.
        codeSplitting: {
          groups: [
            { name: 'index', test: /app\/src\/main\.ts|preload-helper/ },
            { name: 'enhancements', test: /app\/src\/shell\/enhancements\.ts/ },
            { name: 'wallet-button', test: /app\/src\/wallet\/wallet-button\.tsx/ },
            // The connector, with the modules that its on-demand parts share with it.
            { name: 'sdk', test: /connect\/src\/loading\/sdk-chunk\.ts/ },
          ],
        },
      },
    },
  },
}));
