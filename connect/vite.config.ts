import { globSync } from 'node:fs';
import { resolve } from 'node:path';
import { defineConfig, type Plugin, type Rolldown } from 'vite';
import { jsxNames } from './vite/jsx-names.ts';
import { styleModules } from './vite/style-modules.ts';

const EXTERNAL = ['react', /^react-dom($|\/)/, /^@prichal\/(sdk|telegram)($|\/)/];

/** The oldest browsers that the package supports. */
const TARGET = ['chrome106', 'safari15.4', 'firefox115'];

const ROOT = resolve(import.meta.dirname, 'src/index.ts');
const SDK = './sdk.js';

/**
 * The root entry exports the SDK's values from a file of this package, not from the SDK. A bundler drops a
 * module with unused exports only if its package is marked free of side effects. This package is, the SDK is
 * not.
 */
const sdkApart: Plugin = {
  name: 'prichal:sdk-apart',
  enforce: 'pre',
  resolveId: (source, importer) =>
    importer === ROOT && source === SDK ? { id: SDK, external: true } : null,
};

/** Components and hooks run only in a browser. The other entries run anywhere. */
const CLIENT = ['index', 'headless', 'wallet-source'];

const clientBanner = ({ isEntry, name }: Rolldown.RenderedChunk): string =>
  isEntry && CLIENT.includes(name) ? "'use client';" : '';

/** Maps `languages/uk` to its file. */
const LANGUAGES = Object.fromEntries(
  globSync('languages/??.ts', { cwd: resolve(import.meta.dirname, 'src/words') })
    .sort()
    .map((file) => [file.replace('.ts', ''), `src/words/${file}`]),
);

/** The source maps contain the documentation of every name. */
const COMMENTS = { jsdoc: false };

/**
 * One file per source module, so that an app's bundler can split and shake them, and developers can read
 * them.
 */
const modules: Rolldown.OutputOptions = {
  format: 'es',
  banner: clientBanner,
  preserveModules: true,
  preserveModulesRoot: 'src',
  comments: COMMENTS,
  entryFileNames: '[name].js',
};

/**
 * One file per entry for `require`, and `shared.cjs` with the code and state that the React entries share.
 */
const commonjs: Rolldown.OutputOptions = {
  format: 'cjs',
  banner: clientBanner,
  comments: COMMENTS,
  // The source maps of the modules already contain the sources.
  sourcemap: false,
  exports: 'named',
  paths: { [SDK]: './sdk.cjs' },
  entryFileNames: 'cjs/[name].cjs',
  chunkFileNames: 'cjs/[name].cjs',
  codeSplitting: {
    groups: [{ name: 'shared', test: /\/connect\/src\/(?!.*(languages|testing)\/)/ }],
  },
  // Test runners for CommonJS do not support import().
  dynamicImportInCjs: false,
};

export default defineConfig({
  plugins: [sdkApart, jsxNames, styleModules(TARGET)],
  build: {
    target: TARGET,
    minify: false,
    sourcemap: true,
    lib: {
      entry: {
        index: ROOT,
        sdk: 'src/sdk.ts',
        headless: 'src/headless/index.ts',
        'wallet-source': 'src/wallet-source.ts',
        'testing/unit': 'testing/unit.ts',
        ...LANGUAGES,
      },
    },
    rolldownOptions: {
      external: EXTERNAL,
      // Class names are inlined where they are used, instead of a table per style sheet.
      optimization: { inlineConst: { mode: 'all', pass: 3 } },
      output: [modules, commonjs],
    },
  },
});
