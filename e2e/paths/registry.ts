import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');

/** A package of one version, as it lies somewhere. */
interface Held {
  readonly manifest: Manifest;
  /** Its tarball, made when it is asked for. */
  tarball(): Buffer;
}

type Manifest = { name: string; version: string } & Record<string, unknown>;

/** What npm asks of a package that it installs. */
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

/** A tarball of npm is a folder `package`; what is installed below it is another's. */
function packFolder(folder: string): Buffer {
  const transform = ['--transform', 's,^\\.,package,'];
  return execFileSync(
    'tar',
    ['--create', '--gzip', '--exclude=./node_modules', ...transform, '--directory', folder, '.'],
    { maxBuffer: 2 ** 28 },
  );
}

/** A package that was packed for publishing. */
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

/** Everything that this repository has installed, by name and version. */
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

/** Of versions 1.2.3 the highest; those that are previews only if there is nothing else. */
function latest(versions: readonly string[]): string {
  const finals = versions.filter((version) => !version.includes('-'));
  const [highest = ''] = (finals.length > 0 ? finals : [...versions]).sort((a, b) =>
    b.localeCompare(a, 'en', { numeric: true }),
  );
  return highest;
}

export interface Registry {
  /** For `npm_config_registry`. */
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * A registry of npm on loopback, for readers of the documentation: `npm install @prichal/connect` gives them what
 * `npm run pack` has packed, everything else is what this repository has installed, so nothing outside is asked. It
 * has no other package, and of each only these versions.
 * @param packs folder of our own packages' tarballs
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
  /** Parts for other processors and systems are not here; whoever has them as options goes without. */
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
