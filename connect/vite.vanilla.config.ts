/*
 * `@prichal/connect/vanilla`: the widget for pages without React, and for pages without a bundler. A few
 * files that need no others: Preact is what the components run on, the SDK is a file by itself.
 */
import { resolve } from 'node:path';
import { defineConfig } from 'vite';
import { styleModules } from './vite/style-modules.ts';

/** The oldest browsers that the package supports. */
const TARGET = ['chrome106', 'safari15.4', 'firefox115'];

/** What stands for each of React's modules. */
const RUNTIME = {
  react: 'preact/compat',
  'react-dom': 'preact/compat',
  'react-dom/client': 'preact/compat/client',
  'react/jsx-runtime': 'preact/jsx-runtime',
};

export default defineConfig({
  plugins: [styleModules(TARGET)],
  resolve: {
    alias: [
      ...Object.entries(RUNTIME).map(([name, replacement]) => ({
        find: RegExp(`^${name}$`),
        replacement,
      })),
      {
        find: '@prichal/sdk',
        replacement: resolve(import.meta.dirname, '../sdk/src/index.ts'),
      },
      {
        find: /^@prichal\/telegram$/,
        replacement: resolve(import.meta.dirname, '../telegram/src/index.ts'),
      },
    ],
  },
  build: {
    target: TARGET,
    outDir: 'dist/vanilla',
    minify: true,
    lib: { entry: { index: 'src/vanilla/index.ts' }, formats: ['es'] },
    rolldownOptions: {
      optimization: { inlineConst: { mode: 'all', pass: 3 } },
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: '[name].js',
        minify: true,
        codeSplitting: {
          groups: [
            // What a page names comes whole, and behind it one file: who has no bundler has few files.
            // It is the first group, because the connector shares errors and links with the widget.
            { name: 'first', test: /src\/vanilla\/index\.ts/ },
            { name: 'sdk', test: /loading\/sdk-chunk/ },
            {
              name: 'lazy-chunk',
              test: /src\/react\/(lazy|connected)-chunk\.ts|\/qr-shape\.ts/,
            },
          ],
        },
      },
    },
  },
});
