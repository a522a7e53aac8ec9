import { defineConfig } from 'vite';

/**
 * The published package: one file a module, so that a host's chunks take what they use and no more.
 * `#head` and `#user` stay as they are: package.json says what they mean, and whoever builds a page with
 * the head inline says so by a condition.
 */
export default defineConfig({
  resolve: { conditions: ['prichal-source'] },
  build: {
    target: ['chrome106', 'safari15.4', 'firefox115'],
    lib: {
      entry: [
        'src/index.ts',
        'src/react/index.ts',
        'src/host/head.ts',
        'src/host/head-left.ts',
        'src/launch/user-found.ts',
        'src/launch/user-left.ts',
      ],
      formats: ['es'],
    },
    rolldownOptions: {
      external: [/^react($|\/)/, '#head', '#user'],
      output: {
        minify: true,
        preserveModules: true,
        preserveModulesRoot: 'src',
        entryFileNames: '[name].js',
      },
    },
  },
});
