import { defineConfig } from 'vite';

/** The published package: one file an entry, and what they share between them. */
export default defineConfig({
  resolve: { conditions: ['prichal-source'] },
  build: {
    target: ['chrome106', 'safari15.4', 'firefox115'],
    lib: {
      entry: { index: 'src/index.ts', 'react/index': 'src/react/index.ts' },
      formats: ['es'],
    },
    rolldownOptions: { external: /^react($|\/)/, output: { minify: true } },
  },
});
