// Lists the npm packages whose code a build contains, for the bill of materials and the licences.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** @typedef {{ name: string, version: string, license: string, folder: string }} BundledPackage */

/**
 * Returns the installed package of a module. Undefined for our own modules and for generated ones.
 * @param {string} id id in Rollup and Rolldown: a path, possibly with a query
 * @returns {{ name: string, version: string, license: string, folder: string } | undefined}
 */
export function packageOf(id) {
  const [path = ''] = id.replace(/^\0/, '').split('?');
  const installed = path.lastIndexOf('/node_modules/');
  if (installed < 0) return undefined;
  // A package may contain further package.json files without a name, which only say how files are
  // read.
  for (let folder = dirname(path); folder.length > installed; folder = dirname(folder)) {
    const manifest = join(folder, 'package.json');
    if (!existsSync(manifest)) continue;
    const { name, version, license } = JSON.parse(readFileSync(manifest, 'utf8'));
    if (name !== undefined && version !== undefined)
      return { name, version, license: license ?? 'NOASSERTION', folder };
  }
  throw new Error(`${path} lies in node_modules and in no package with a name and a version`);
}

/** @param {BundledPackage} one @param {BundledPackage} other */
const byName = (one, other) =>
  `${one.name}@${one.version}` < `${other.name}@${other.version}` ? -1 : 1;

/**
 * Vite plugin: writes the packages whose code a build contains to `FOLDER.packages.json` next to
 * its folder, sorted by name, with their paths relative to the repository. A build that adds to a
 * folder adds to the list.
 * @param {{ root: string }} options
 * @returns {import('vite').Plugin}
 */
export function bundledPackages({ root }) {
  let list = '';
  let anew = true;
  return {
    name: 'prichal:bundled-packages',
    apply: 'build',
    configResolved(config) {
      list = `${resolve(config.root, config.build.outDir)}.packages.json`;
      anew = config.build.emptyOutDir === true;
    },
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        /** @type {Map<string, BundledPackage>} */
        const found = new Map();
        const add = (/** @type {BundledPackage} */ each) =>
          found.set(`${each.name}@${each.version}`, each);
        if (!anew && existsSync(list)) JSON.parse(readFileSync(list, 'utf8')).forEach(add);
        for (const chunk of Object.values(bundle)) {
          if (chunk.type !== 'chunk') continue;
          for (const [id, { renderedLength }] of Object.entries(chunk.modules)) {
            const one = renderedLength > 0 ? packageOf(id) : undefined;
            if (one) add({ ...one, folder: one.folder.slice(resolve(root).length + 1) });
          }
        }
        const all = [...found.values()].sort(byName);
        writeFileSync(list, `${JSON.stringify(all, null, 1)}\n`);
      },
    },
  };
}
