// Makes Vite plugins that work on a complete build.
import { resolve } from 'node:path';

/**
 * @param {string} name of the plugin
 * @param {(folder: string) => void} work with the build's folder
 * @returns {import('vite').Plugin}
 */
export function afterBuild(name, work) {
  let folder = '';
  return {
    name,
    apply: 'build',
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir);
    },
    writeBundle: {
      // After every plugin that writes files.
      order: 'post',
      sequential: true,
      handler() {
        work(folder);
      },
    },
  };
}
