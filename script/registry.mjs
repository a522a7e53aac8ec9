// npm registry on loopback with packed packages, for installations before they are published.
//
//   node script/registry.mjs TARBALL...     listens on 127.0.0.1:4873 until it is stopped
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = resolve(import.meta.dirname, '..');

/**
 * One version of a package. `tarball` returns its bytes.
 * @typedef {{ manifest: Record<string, any>, tarball: () => Buffer }} Held
 */

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

const json = (file) => JSON.parse(readFileSync(file, 'utf8'));

/** Makes an npm tarball: the folder as `package`, without the dependencies in it. */
function packFolder(folder) {
  const transform = ['--transform', 's,^\\.,package,'];
  return execFileSync(
    'tar',
    [
      '--create',
      '--use-compress-program=gzip --fast',
      '--exclude=./node_modules',
      ...transform,
      '--directory',
      folder,
      '.',
    ],
    { maxBuffer: 2 ** 28 },
  );
}

/** Reads a package that was packed for publishing. @returns {Held} */
function packed(tarball) {
  const text = execFileSync('tar', [
    '--extract',
    '--to-stdout',
    '--file',
    tarball,
    'package/package.json',
  ]);
  return { manifest: JSON.parse(text.toString()), tarball: () => readFileSync(tarball) };
}

/** Yields every package that this repository has installed. @returns {Generator<Held>} */
function* installed() {
  for (const [path, { link }] of Object.entries(json(join(root, 'package-lock.json')).packages)) {
    const folder = join(root, path);
    if (link || !path.includes('node_modules/') || !existsSync(join(folder, 'package.json')))
      continue;
    yield { manifest: json(join(folder, 'package.json')), tarball: () => packFolder(folder) };
  }
}

/** Returns the highest version; a prerelease only if there is no other. */
function latest(versions) {
  const finals = versions.filter((version) => !version.includes('-'));
  const [highest = ''] = (finals.length > 0 ? finals : [...versions]).sort((a, b) =>
    b.localeCompare(a, 'en', { numeric: true }),
  );
  return highest;
}

/** Returns the address of npm's own registry, with a slash at the end. */
const upstream = () =>
  execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8', stdio: 'pipe' })
    .trim()
    .replace(/\/*$/, '/');

/**
 * Starts an npm registry on loopback. It has the given packages and those that this repository has
 * installed, so their installation needs no network. Requests for other packages are redirected to
 * npm's own registry.
 *
 * @param {readonly string[]} tarballs paths of packed packages, which come before installed ones
 * @param {number} [port] 0 or none for a free one
 * @returns {Promise<{ url: string, close(): Promise<void> }>} `url`: value for `npm --registry`
 */
export async function startRegistry(tarballs, port = 0) {
  /** @type {Map<string, Map<string, Held>>} */
  const held = new Map();
  for (const each of [...tarballs.map(packed), ...installed()]) {
    const { name, version } = each.manifest;
    const versions = held.get(name) ?? new Map();
    if (!versions.has(version)) versions.set(version, each);
    held.set(name, versions);
  }

  const elsewhere = upstream();
  let url = '';
  /** Omits optional packages for other processors and systems, which are not installed. */
  const optional = (wanted) =>
    Object.fromEntries(Object.entries(wanted ?? {}).filter(([name]) => held.has(name)));
  const describe = (name, versions) => ({
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
      // npm caches the target of a redirect under its own address.
      response.writeHead(307, { location: new URL(path, elsewhere).href }).end();
    } else if (version === undefined) {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(describe(decodeURIComponent(path), found)));
    } else {
      response.writeHead(200, { 'content-type': 'application/octet-stream' });
      response.end(found.get(version)?.tarball());
    }
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`;
  return {
    url,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const port = 4873;
  try {
    const { url } = await startRegistry(process.argv.slice(2), port);
    process.stdout.write(`registry: listening on ${url}\n`);
  } catch (error) {
    const reason = error.code === 'EADDRINUSE' ? `port ${port} is in use` : error.message;
    process.stderr.write(
      `registry: ${reason}. Fix: stop the other registry, or check the paths of the tarballs\n`,
    );
    process.exitCode = 1;
  }
}
