import { defineConfig, type Rolldown } from 'vite';

const ENTRIES = {
  index: 'src/index.ts',
  react: 'src/react/index.ts',
  session: 'src/session/index.ts',
};

/**
 * One file a source module, so that a host's chunks take what they use and no more. Twice: a page that
 * has made the head inline says so by a condition, and gets modules that find it there.
 */
const modules = (folder: string) => ({
  entry: ENTRIES,
  output: {
    format: 'es',
    preserveModules: true,
    preserveModulesRoot: 'src',
    entryFileNames: `${folder}[name].js`,
  } satisfies Rolldown.OutputOptions,
});

/** For Jest and whatever else still calls `require`; nobody builds a page's head from it. */
const COMMONJS = {
  entry: ENTRIES,
  output: {
    format: 'cjs',
    exports: 'named',
    entryFileNames: 'cjs/[name].cjs',
    chunkFileNames: 'cjs/[name].cjs',
  } satisfies Rolldown.OutputOptions,
};

/** `vite build`, and then what adds to it: each of the other modes. */
export default defineConfig(({ mode }) => {
  const isFirst = mode !== 'commonjs' && mode !== 'prichal-head';
  const { entry, output } = mode === 'commonjs' ? COMMONJS : modules(isFirst ? '' : 'head-left/');
  return {
    resolve: { conditions: ['prichal-source', mode] },
    build: {
      target: ['chrome106', 'safari15.4', 'firefox115'],
      emptyOutDir: isFirst,
      minify: false,
      sourcemap: true,
      lib: { entry, formats: [output.format] },
      rolldownOptions: { external: [/^react($|\/)/], output },
    },
  };
});
