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

/** Which module is behind which path; `/buy-` stands for whatever the product is called. */
const PAGES = {
  '/': '/src/pages/home.tsx',
  '/wheel': '/src/pages/wheel.tsx',
  '/about': '/src/pages/about.tsx',
  '/buy-': '/src/pages/buy.tsx',
};

/** What every page needs beside the bundle. */
const EVERYWHERE = '/src/wallet/wallet-button.tsx';

/** Our packages as their source, for what the plugins build beside the bundle. */
const SOURCE = ['prichal-source', ...defaultClientConditions];

/** The oldest clients that run the bundle. */
const TARGET = ['chrome106', 'safari15.4', 'ios15.4', 'firefox115'];

export default defineConfig(({ command }) => ({
  define: {
    // One dependency asks for Node's modules where it has none; the answer would be in the bundle.
    'typeof require': '"undefined"',
    ...(command === 'build' ? IN_A_BROWSER : {}),
  },
  resolve: {
    // The inline head (src/start/head.inline.ts) has already done the work of these modules of @prichal/telegram.
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
    // The console, which comes on demand, would take longer than all the rest.
    squeezeChunks({ skip: /^open-eruda$/ }),
    bundledPackages({ root: resolve(import.meta.dirname, '..') }),
    // The page itself is still to be filled in by the server.
    precompress({ skip: ['index.html'] }),
    // For the server, which reads it and serves neither of the two as they are.
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
    // Data addresses would need a hole in the Content-Security-Policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The debug console evaluates what a developer types into it; under our policy it cannot.
    rolldownOptions: {
      checks: { eval: false },
      output: {
        // Six characters of hash instead of eight: the page and its entry name every file.
        entryFileNames: 'assets/[name]-[hash:6].js',
        chunkFileNames: 'assets/[name]-[hash:6].js',
        assetFileNames: 'assets/[name]-[hash:6][extname]',
        // What the first load needs in any case comes as one file, not as crumbs beside it; so do the
        // button, and what every page loads behind its first paint, which share modules with the sheet.
        codeSplitting: {
          groups: [
            { name: 'index', test: /app\/src\/main\.ts|preload-helper/ },
            { name: 'enhancements', test: /app\/src\/shell\/enhancements\.ts/ },
            { name: 'wallet-button', test: /app\/src\/wallet\/wallet-button\.tsx/ },
            // The connector, with what its parts on demand share with it.
            { name: 'sdk', test: /connect\/src\/loading\/sdk-chunk\.ts/ },
          ],
        },
      },
    },
  },
}));
