import type { Plugin } from 'vitest/config';
import { defineConfig } from 'vitest/config';
import config from '../../vitest.config.ts';

/** Returns the mutation that `run.mjs` has set: file, from, to. Null if none. */
const current = (): { file: string; from: string; to: string } | null =>
  JSON.parse(process.env.PRICHAL_MUTANT ?? 'null');

/** Applies the mutation when its file is read, so that no file changes on the disk. */
const mutation = (): Plugin => ({
  name: 'prichal:mutation',
  enforce: 'pre',
  transform(code, id) {
    const mutant = current();
    if (!mutant || !id.split('?')[0]?.endsWith(`/${mutant.file}`)) return null;
    return code.replace(mutant.from, () => mutant.to);
  },
});

const projects = config.test?.projects ?? [];

export default defineConfig({
  ...config,
  test: {
    ...config.test,
    projects: projects.map((project) => {
      if (typeof project !== 'object' || !('test' in project)) {
        throw new Error('The projects of vitest.config.ts stand in it as objects');
      }
      return {
        ...project,
        plugins: [mutation(), ...(project.plugins ?? [])],
        // The cache on the disk identifies a file by its unchanged content there.
        test: { ...project.test, fsModuleCache: false },
      };
    }),
  },
});
