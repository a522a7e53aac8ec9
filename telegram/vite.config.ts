import { defineConfig, type Rolldown } from 'vite';

const ENTRIES = {
  index: 'src/index.ts',
  react: 'src/react/index.ts',
  session: 'src/session/index.ts',
};

/** One file per source module, so that a bundler includes only the modules that the app uses. */
const MODULES = {
  format: 'es',
  // The source maps contain the documentation of every name.
  comments: { jsdoc: false },
  preserveModules: true,
  preserveModulesRoot: 'src',
  entryFileNames: '[name].js',
} satisfies Rolldown.OutputOptions;

/** One file per entry for `require`, and `shared.cjs`: the code and the state that entries share. */
const COMMONJS = {
  format: 'cjs',
  comments: { jsdoc: false },
  sourcemap: false,
  exports: 'named',
  entryFileNames: 'cjs/[name].cjs',
  chunkFileNames: 'cjs/[name].cjs',
  codeSplitting: { groups: [{ name: 'shared', minShareCount: 2 }] },
} satisfies Rolldown.OutputOptions;

/** `vite build` makes the modules; `vite build --mode commonjs` adds the files for `require`. */
export default defineConfig(({ mode }) => {
  const output = mode === 'commonjs' ? COMMONJS : MODULES;
  return {
    resolve: { conditions: ['prichal-source'] },
    build: {
      target: ['chrome106', 'safari15.4', 'firefox115'],
      emptyOutDir: mode !== 'commonjs',
      minify: false,
      sourcemap: true,
      lib: { entry: ENTRIES, formats: [output.format] },
      rolldownOptions: { external: [/^react($|\/)/], output },
    },
  };
});
