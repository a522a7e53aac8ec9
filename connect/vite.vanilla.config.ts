/*
 * `@prichal/connect/vanilla`: the widget for pages without React, and for pages without a bundler. A few
 * self-contained files: the components run on Preact, and the SDK is a separate file.
 */
import { resolve } from 'node:path';
import { defineConfig } from 'vite';
import { styleModules } from './vite/style-modules.ts';

/** The oldest browsers that the package supports. */
const TARGET = ['chrome106', 'safari15.4', 'firefox115'];

/** The replacement for each of React's modules. */
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
            // Entries are complete files, and everything that loads later is one file, so that pages without
            // a bundler have few files. It is the first group, because the connector shares errors and links
            // with the widget.
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
