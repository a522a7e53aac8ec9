import type { Plugin } from 'vitest/config';
import { defineConfig } from 'vitest/config';
import config from '../../vitest.config.ts';

/** The change that is tried out just now, as `run.mjs` sets it: file, from, to. Empty: none. */
const current = (): { file: string; from: string; to: string } | null =>
  JSON.parse(process.env.PRICHAL_MUTANT ?? 'null');

/** Puts the change into its file as the file is read, so that no file is touched. */
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
        // The cache on the disk knows a file by what stands in it there.
        test: { ...project.test, fsModuleCache: false },
      };
    }),
  },
});
