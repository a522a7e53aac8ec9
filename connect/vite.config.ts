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
 * The root entry has the SDK's values from a file of ours, and not from the SDK: a bundler leaves out a
 * module that nobody takes a name of when its package says that it has no side effects. Ours says so,
 * the SDK does not.
 */
const sdkApart: Plugin = {
  name: 'prichal:sdk-apart',
  enforce: 'pre',
  resolveId: (source, importer) =>
    importer === ROOT && source === SDK ? { id: SDK, external: true } : null,
};

/** The components and hooks run in a browser only; the other entries are for any place. */
const CLIENT = ['index', 'headless', 'wallet-source'];

const clientBanner = ({ isEntry, name }: Rolldown.RenderedChunk): string =>
  isEntry && CLIENT.includes(name) ? "'use client';" : '';

/** `languages/uk` → its file. */
const LANGUAGES = Object.fromEntries(
  globSync('languages/??.ts', { cwd: resolve(import.meta.dirname, 'src/words') })
    .sort()
    .map((file) => [file.replace('.ts', ''), `src/words/${file}`]),
);

/** The source maps contain the documentation of every name. */
const COMMENTS = { jsdoc: false };

/** One file a source module: a host's bundler splits and shakes them, a host's developer reads them. */
const modules: Rolldown.OutputOptions = {
  format: 'es',
  banner: clientBanner,
  preserveModules: true,
  preserveModulesRoot: 'src',
  comments: COMMENTS,
  entryFileNames: '[name].js',
};

/**
 * One file per entry for `require`, and `shared.cjs`: the widget's code and state, which the entries
 * for React share.
 */
const commonjs: Rolldown.OutputOptions = {
  format: 'cjs',
  banner: clientBanner,
  comments: COMMENTS,
  // The source maps of the modules contain the sources, once.
  sourcemap: false,
  exports: 'named',
  paths: { [SDK]: './sdk.cjs' },
  entryFileNames: 'cjs/[name].cjs',
  chunkFileNames: 'cjs/[name].cjs',
  codeSplitting: {
    groups: [{ name: 'shared', test: /\/connect\/src\/(?!.*(languages|testing)\/)/ }],
  },
  // Test runners for CommonJS have no import().
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
      // A class name stands where it is used, and not in a table beside the style sheet.
      optimization: { inlineConst: { mode: 'all', pass: 3 } },
      output: [modules, commonjs],
    },
  },
});
