/*
 * `@prichal/connect/vue`: composables and components for Vue. The widget stays in the files of
 * `@prichal/connect/vanilla`, so that a page loads it once.
 */
import { resolve } from 'node:path';
import { defineConfig } from 'vite';

const VANILLA = '@prichal/connect/vanilla';

export default defineConfig({
  build: {
    target: ['chrome106', 'safari15.4', 'firefox115'],
    emptyOutDir: false,
    minify: false,
    sourcemap: true,
    lib: { entry: { vue: resolve(import.meta.dirname, 'src/vue/index.ts') }, formats: ['es'] },
    rolldownOptions: {
      external: ['vue', VANILLA],
      output: {
        comments: { jsdoc: false },
        entryFileNames: '[name].js',
        paths: { [VANILLA]: './vanilla/index.js' },
      },
    },
  },
});
