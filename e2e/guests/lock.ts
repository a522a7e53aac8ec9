/**
 * Writes the lock files of the examples from their installations in `build/guests`. There, our
 * packages are installed from a local registry. The lock files name no host.
 *
 * node e2e/guests/lock.ts
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { guests } from './guests.ts';

type Entry = {
  resolved?: string;
  integrity?: string;
  dependencies?: Record<string, string>;
};
type Lock = { name: string; packages: Record<string, Entry> };

const root = resolve(import.meta.dirname, '../..');

for (const { name, source, versions, build } of guests) {
  if (versions !== undefined || build !== undefined || !source.startsWith('examples/')) continue;
  const manifest: Entry & { name: string } = JSON.parse(
    await readFile(join(root, source, 'package.json'), 'utf8'),
  );
  const lock: Lock = JSON.parse(
    await readFile(join(root, 'build/guests', name, 'package-lock.json'), 'utf8'),
  );
  const packages = Object.entries(lock.packages).map(([path, entry]): [string, Entry] => {
    if (path === '') return [path, { ...entry, dependencies: manifest.dependencies ?? {} }];
    const { resolved: _, ...kept } = entry;
    if (!path.startsWith('node_modules/@prichal/')) return [path, kept];
    const { integrity: __, ...ours } = kept;
    return [path, ours];
  });
  const text = JSON.stringify(
    { ...lock, name: manifest.name, packages: Object.fromEntries(packages) },
    null,
    2,
  );
  await writeFile(join(root, source, 'package-lock.json'), `${text}\n`);
}
