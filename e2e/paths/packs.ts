import { readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { PACKAGES, packPackages } from '../../script/pack.mjs';

const root = resolve(import.meta.dirname, '../..');

/** Folder of the tarballs. */
const packs = join(root, 'build/paths/packs');

/** Returns the paths of the tarballs. */
export const tarballs = (): string[] =>
  readdirSync(packs)
    .filter((file) => file.endsWith('.tgz'))
    .map((file) => join(packs, file));

/** Returns the time of the newest file in a folder, in Unix milliseconds. 0 if there is none. */
function latestIn(folder: string): number {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter(
        (entry) => entry.isFile() && !/(^|\/)(node_modules|dist)(\/|$)/.test(entry.parentPath),
      )
      .reduce(
        (latest, { parentPath, name }) =>
          Math.max(latest, statSync(join(parentPath, name)).mtimeMs),
        0,
      );
  } catch {
    return 0;
  }
}

/** Packs the npm packages before the tests. Does nothing if no source has changed. */
export default function pack(): void {
  const sources = PACKAGES.map((name) => latestIn(join(root, name)));
  if (latestIn(packs) < Math.max(...sources)) packPackages(packs);
}
