import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type InlineConfig } from 'vite';

const here = fileURLToPath(new URL('.', import.meta.url));
const installed = (path: string): string => resolve(here, '../../node_modules', path);

/** The package behind the name @tonconnect/ui-react, and the app's React. */
export type Variant = { widget: 'ours' | 'peer'; react: 18 | 19 };

const widgets = {
  ours: resolve(here, '../../connect/src/index.ts'),
  peer: installed('@tonconnect/ui-react'),
};

const reacts = {
  18: { react: installed('react18'), 'react-dom': resolve(here, '../node_modules/react-dom18') },
  19: { react: installed('react'), 'react-dom': installed('react-dom') },
};

/** Pages of the app. `plain` does not use React. */
export type SwapPage = 'index' | 'plain';

/** Builds the app. The source is the same; only the packages behind its imports differ. */
export function swapBuild(
  { widget, react: version }: Variant,
  outDir: string,
  pages: readonly SwapPage[] = ['index', 'plain'],
): InlineConfig {
  const names = { '@tonconnect/ui-react': widgets[widget], ...reacts[version] };
  return {
    root: here,
    configFile: false,
    logLevel: 'error',
    plugins: [react()],
    resolve: {
      conditions: ['prichal-source', 'module', 'browser', 'development|production'],
      alias: Object.entries(names).map(([name, replacement]) => ({
        find: new RegExp(`^${name}(?=$|/)`),
        replacement,
      })),
    },
    build: {
      target: ['chrome106', 'safari15.4', 'firefox115'],
      outDir,
      emptyOutDir: true,
      rolldownOptions: { input: pages.map((page) => resolve(here, `${page}.html`)) },
    },
  };
}

/** `SWAP_WIDGET=peer SWAP_REACT=18 npx vite e2e/swap`: the app for manual tests. */
export default defineConfig(
  swapBuild(
    {
      widget: process.env.SWAP_WIDGET === 'peer' ? 'peer' : 'ours',
      react: process.env.SWAP_REACT === '18' ? 18 : 19,
    },
    resolve(here, '../../build/swap/by-hand'),
  ),
);
