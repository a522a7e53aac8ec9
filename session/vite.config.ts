import { defineConfig, type Rolldown } from 'vite';

/** Packages that a host installs with this one. */
const PACKAGES = [/^react($|\/)/, /^@prichal\//];

/** The hook runs in a browser only; the class loads anywhere. */
const banner = ({ isEntry, name }: Rolldown.RenderedChunk): string =>
  isEntry && name === 'react' ? "'use client';" : '';

/** One file per source module, so that a host's bundler takes only what the app uses. */
const MODULES: Rolldown.OutputOptions = {
  format: 'es',
  banner,
  // The source maps contain the documentation of every name.
  comments: { jsdoc: false },
  preserveModules: true,
  preserveModulesRoot: 'src',
  entryFileNames: '[name].js',
};

/** One file per entry for `require`, and `shared.cjs`: the code and the state that entries share. */
const COMMONJS: Rolldown.OutputOptions = {
  format: 'cjs',
  banner,
  comments: { jsdoc: false },
  sourcemap: false,
  exports: 'named',
  entryFileNames: 'cjs/[name].cjs',
  chunkFileNames: 'cjs/[name].cjs',
  codeSplitting: { groups: [{ name: 'shared', test: /\/session\/src\/(?!index|react\/)/ }] },
  // Test runners for CommonJS have no import().
  dynamicImportInCjs: false,
};

/** Files that import no other package, for pages without a bundler. */
const VANILLA: Rolldown.OutputOptions = {
  format: 'es',
  entryFileNames: 'vanilla/[name].js',
  chunkFileNames: 'vanilla/[name].js',
  minify: true,
};

/** `vite build` makes the modules and the files for `require`; `vite build --mode vanilla` adds the others. */
export default defineConfig(({ mode }) => {
  const isVanilla = mode === 'vanilla';
  return {
    resolve: { conditions: ['prichal-source'] },
    build: {
      target: ['chrome106', 'safari15.4', 'firefox115'],
      emptyOutDir: !isVanilla,
      minify: isVanilla,
      sourcemap: !isVanilla,
      lib: {
        entry: { index: 'src/index.ts', ...(!isVanilla && { react: 'src/react/index.ts' }) },
        formats: ['es'],
      },
      rolldownOptions: {
        external: isVanilla ? [] : PACKAGES,
        output: isVanilla ? VANILLA : [MODULES, COMMONJS],
      },
    },
  };
});
