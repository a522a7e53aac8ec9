import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');

/** One version of a package. */
interface Held {
  readonly manifest: Manifest;
  /** Returns the tarball; made on demand. */
  tarball(): Buffer;
}

type Manifest = { name: string; version: string } & Record<string, unknown>;

/** Fields of package.json that npm needs to install a package. */
const KEPT = [
  'name',
  'version',
  'bin',
  'dependencies',
  'optionalDependencies',
  'peerDependencies',
  'peerDependenciesMeta',
  'engines',
  'os',
  'cpu',
  'libc',
];

const manifestIn = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));

/** Makes an npm tarball: the folder as `package`, without the dependencies in it. */
function packFolder(folder: string): Buffer {
  const transform = ['--transform', 's,^\\.,package,'];
  return execFileSync(
    'tar',
    ['--create', '--gzip', '--exclude=./node_modules', ...transform, '--directory', folder, '.'],
    { maxBuffer: 2 ** 28 },
  );
}

/** Reads a package that was packed for publishing. */
function packed(tarball: string): Held {
  const text = execFileSync('tar', [
    '--extract',
    '--to-stdout',
    '--file',
    tarball,
    'package/package.json',
  ]);
  return { manifest: JSON.parse(text.toString()), tarball: () => readFileSync(tarball) };
}

/** Yields every package that this repository has installed. */
function* installed(): Generator<Held> {
  const lock: { packages: Record<string, { link?: boolean }> } = JSON.parse(
    readFileSync(join(root, 'package-lock.json'), 'utf8'),
  );
  for (const [path, { link }] of Object.entries(lock.packages)) {
    const folder = join(root, path);
    if (link || !path.includes('node_modules/') || !existsSync(join(folder, 'package.json')))
      continue;
    yield { manifest: manifestIn(folder), tarball: () => packFolder(folder) };
  }
}

/** Returns the highest version; a prerelease only if there is no other. */
function latest(versions: readonly string[]): string {
  const finals = versions.filter((version) => !version.includes('-'));
  const [highest = ''] = (finals.length > 0 ? finals : [...versions]).sort((a, b) =>
    b.localeCompare(a, 'en', { numeric: true }),
  );
  return highest;
}

export interface Registry {
  /** Value for `npm_config_registry`. */
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * Starts an npm registry on loopback. It has the packages that `npm run pack` makes and those that this repository
 * has installed, so the tests need no network.
 * @param packs folder of the packed tarballs
 */
export async function startRegistry(packs: string): Promise<Registry> {
  const held = new Map<string, Map<string, Held>>();
  const ours = readdirSync(packs)
    .filter((file) => file.endsWith('.tgz'))
    .map((file) => packed(join(packs, file)));
  for (const each of [...ours, ...installed()]) {
    const { name, version } = each.manifest;
    const versions = held.get(name) ?? new Map<string, Held>();
    if (!versions.has(version)) versions.set(version, each);
    held.set(name, versions);
  }

  let url = '';
  /** Omits optional packages for other processors and systems, which are not installed. */
  const optional = (wanted: unknown) =>
    Object.fromEntries(Object.entries(wanted ?? {}).filter(([name]) => held.has(name)));
  const describe = (name: string, versions: ReadonlyMap<string, Held>) => ({
    name,
    'dist-tags': { latest: latest([...versions.keys()]) },
    versions: Object.fromEntries(
      [...versions].map(([version, { manifest }]) => [
        version,
        {
          ...Object.fromEntries(
            KEPT.filter((key) => key in manifest).map((key) => [key, manifest[key]]),
          ),
          optionalDependencies: optional(manifest.optionalDependencies),
          dist: { tarball: `${url}-/tarball/${encodeURIComponent(name)}/${version}.tgz` },
        },
      ]),
    ),
  });

  const server = createServer((request, response) => {
    const path = (request.url ?? '/').slice(1);
    const [, name, version] = /^-\/tarball\/([^/]+)\/(.+)\.tgz$/.exec(path) ?? [];
    const found = held.get(decodeURIComponent(name ?? path));
    if (!found) {
      response.writeHead(404, { 'content-type': 'application/json' }).end('{"error":"not found"}');
    } else if (version === undefined) {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(describe(decodeURIComponent(path), found)));
    } else {
      response.writeHead(200, { 'content-type': 'application/octet-stream' });
      response.end(found.get(version)?.tarball());
    }
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return {
    url,
    stop: () =>
      new Promise((stopped) => {
        server.close(() => stopped());
        server.closeAllConnections();
      }),
  };
}
