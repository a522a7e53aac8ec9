import { defineConfig, type Rolldown } from 'vite';

const ENTRIES = { index: 'src/index.ts', react: 'src/react/index.ts' };

/**
 * One file a source module, so that a host's chunks take what they use and no more. `#head` and `#user`
 * stay as they are: package.json says what they mean, and whoever builds a page with the head inline
 * says so by a condition.
 */
const MODULES = {
  entry: [
    ...Object.values(ENTRIES),
    'src/host/head.ts',
    'src/host/head-left.ts',
    'src/launch/user-found.ts',
    'src/launch/user-left.ts',
  ],
  external: ['#head', '#user'],
  output: {
    format: 'es',
    preserveModules: true,
    preserveModulesRoot: 'src',
    entryFileNames: '[name].js',
  } satisfies Rolldown.OutputOptions,
};

/** For Jest and whatever else still calls `require`; nobody builds a page's head from it. */
const COMMONJS = {
  entry: ENTRIES,
  external: [],
  output: {
    format: 'cjs',
    exports: 'named',
    entryFileNames: 'cjs/[name].cjs',
    chunkFileNames: 'cjs/[name].cjs',
  } satisfies Rolldown.OutputOptions,
};

/** `vite build`, and then `vite build --mode commonjs`, which adds to it. */
export default defineConfig(({ mode }) => {
  const commonjs = mode === 'commonjs';
  const { entry, external, output } = commonjs ? COMMONJS : MODULES;
  return {
    resolve: { conditions: ['prichal-source'] },
    build: {
      target: ['chrome106', 'safari15.4', 'firefox115'],
      emptyOutDir: !commonjs,
      minify: false,
      sourcemap: true,
      lib: { entry, formats: [output.format] },
      rolldownOptions: { external: [/^react($|\/)/, ...external], output },
    },
  };
});
