import { defineConfig, type Rolldown } from 'vite';

/** Packages that a host installs with this one. */
const DEPENDENCIES = [/^@stablelib\//];

/** One file per source module, so that a host's bundler takes only what the app uses. */
const MODULES: Rolldown.OutputOptions = {
  format: 'es',
  // The source maps contain the documentation of every name.
  comments: { jsdoc: false },
  preserveModules: true,
  preserveModulesRoot: 'src',
  entryFileNames: '[name].js',
};

/** One file for `require`. It contains the dependencies, which are ES modules. */
const COMMONJS: Rolldown.OutputOptions = {
  format: 'cjs',
  comments: { jsdoc: false },
  exports: 'named',
  entryFileNames: 'cjs/[name].cjs',
  codeSplitting: false,
};

/** `vite build` makes the modules; `vite build --mode commonjs` adds the file for `require`. */
export default defineConfig(({ mode }) => {
  const isCommonjs = mode === 'commonjs';
  return {
    resolve: { conditions: ['prichal-source'] },
    build: {
      target: 'es2022',
      emptyOutDir: !isCommonjs,
      minify: false,
      // The source maps of the modules contain the sources, once.
      sourcemap: !isCommonjs,
      lib: { entry: { index: 'src/index.ts' }, formats: [isCommonjs ? 'cjs' : 'es'] },
      rolldownOptions: {
        external: isCommonjs ? [] : DEPENDENCIES,
        output: isCommonjs ? COMMONJS : MODULES,
      },
    },
  };
});
