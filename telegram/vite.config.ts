import { defineConfig, type Rolldown } from 'vite';

const ENTRIES = {
  index: 'src/index.ts',
  react: 'src/react/index.ts',
  session: 'src/session/index.ts',
};

/** One file a source module, so that a host's chunks take what they use and no more. */
const MODULES = {
  format: 'es',
  preserveModules: true,
  preserveModulesRoot: 'src',
  entryFileNames: '[name].js',
} satisfies Rolldown.OutputOptions;

/** For Jest and whatever else still calls `require`. */
const COMMONJS = {
  format: 'cjs',
  exports: 'named',
  entryFileNames: 'cjs/[name].cjs',
  chunkFileNames: 'cjs/[name].cjs',
} satisfies Rolldown.OutputOptions;

/** `vite build`, then `vite build --mode commonjs`, which adds to it. */
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
