import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vitest/config';
import { MODULES, PROTOCOL } from './modules.ts';

const here = dirname(fileURLToPath(import.meta.url));
const official = process.env.OFFICIAL_SDK ?? '';
/** Runs the suite against the official sources, to test this configuration. */
const usesOfficialSources = process.env.OFFICIAL_SDK_SOURCES === '1';

/** Path of a module below `packages/sdk/src`, without extension. Undefined for all others. */
function sourceModule(id: string, importer: string | undefined): string | undefined {
  if (id.startsWith('src/')) return id.slice('src/'.length);
  if (!importer) return undefined;
  const path = id.startsWith('.') ? join(dirname(importer), id) : id;
  const below = relative(join(official, 'src'), path);
  return below.startsWith('..') || below === path ? undefined : below.replace(/\.ts$/, '');
}

/** Replaces each source module that the suite imports by the module of the table. */
const replaceModules: Plugin = {
  name: 'official-sdk-modules',
  enforce: 'pre',
  async resolveId(id, importer) {
    if (id === 'tests/setup') return join(official, 'tests/setup.ts');
    if (id === 'vitest-fetch-mock') return join(here, 'fetch-mock.ts');
    const module = sourceModule(id, importer);
    if (usesOfficialSources) {
      if (module !== undefined) return this.resolve(join(official, 'src', module), importer);
      return id.startsWith('@tonconnect/') ? this.resolve(id, import.meta.filename) : undefined;
    }
    if (id === '@tonconnect/protocol') return join(here, PROTOCOL);
    if (module === undefined) return undefined;
    const file = MODULES[module];
    if (!file) {
      throw new Error(
        `src/${module}: no module in e2e/official-sdk/modules.ts. Fix: add it there.`,
      );
    }
    return join(here, file);
  },
};

export default defineConfig({
  plugins: [replaceModules],
  resolve: { conditions: ['prichal-source', 'module', 'node', 'development|production'] },
  server: { fs: { strict: false } },
  cacheDir: join(here, '../../build/official-sdk'),
  test: {
    root: official,
    globals: true,
    // Modules of a checkout differ between the two kinds of runs.
    fsModuleCache: false,
    environment: 'node',
    maxWorkers: 2,
    setupFiles: [join(official, 'tests/setup.ts'), join(here, 'skip.ts')],
    include: ['tests/**/*.test.ts'],
  },
});
