import { readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { packPackages } from '../../script/pack.mjs';

const root = resolve(import.meta.dirname, '../..');

/** Where the tarballs are. */
export const packs = join(root, 'build/paths/packs');

/** When the latest of a folder's files was written, in milliseconds since 1970; 0 without any. */
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

/** Packs our packages before anybody reads, unless nothing has changed since. */
export default function pack(): void {
  const sources = ['connect', 'telegram', 'dev-wallet'].map((name) => latestIn(join(root, name)));
  if (latestIn(packs) < Math.max(...sources)) packPackages(packs);
}
