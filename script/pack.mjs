// The packages as npm publishes them.
//
//   npm run pack [FOLDER]     builds them and leaves a tarball of each in FOLDER (build/packages)
//
// In the workspace package.json tells our own tools where the source is (docs/internals/decisions/0006). None of
// that is for others, so a package is published from a folder of its own, build/packages/NAME, with a
// package.json that names nothing but what is there: `npm publish build/packages/connect`.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = resolve(import.meta.dirname, '..');
const staging = join(root, 'build/packages');
const PACKAGES = ['telegram', 'sdk', 'connect', 'session', 'dev-wallet'];
const SOURCE = 'prichal-source';

const json = (file) => JSON.parse(readFileSync(file, 'utf8'));

/** Conditions without those that lead to the source. */
function withoutSource(conditions) {
  if (typeof conditions !== 'object' || conditions === null) return conditions;
  const left = Object.entries(conditions).filter(([name]) => name !== SOURCE);
  return Object.fromEntries(left.map(([name, value]) => [name, withoutSource(value)]));
}

/** Entries of a package, without those that have nothing but a source: they are our own tests'. */
function publishedExports(exports) {
  const left = Object.entries(withoutSource(exports)).filter(
    ([, target]) => Object.keys(target).length > 0,
  );
  return Object.fromEntries(left);
}

/** Names that a package has for itself, without those that only its own build resolves. */
function publishedImports(imports) {
  const left = Object.entries(withoutSource(imports)).filter(
    ([, target]) => !JSON.stringify(target).includes('./src/'),
  );
  return left.length > 0 ? { imports: Object.fromEntries(left) } : {};
}

/** Without what is for the workspace alone. */
function publishedManifest(folder) {
  const {
    private: _,
    scripts,
    exports,
    imports = {},
    ...manifest
  } = json(join(folder, 'package.json'));
  const { repository, homepage, bugs, author } = json(join(root, 'package.json'));
  return {
    ...manifest,
    ...Object.fromEntries(
      Object.entries({ author, homepage, repository, bugs }).filter(([, value]) => value),
    ),
    ...publishedImports(imports),
    exports: publishedExports(exports),
  };
}

/** Builds a package and lays it out. @returns its folder */
function stage(name) {
  const folder = join(root, name);
  execFileSync('npm', ['run', '--silent', 'build', '--workspace', name], {
    cwd: root,
    stdio: 'pipe',
  });
  const target = join(staging, name);
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  for (const part of json(join(folder, 'package.json')).files.concat('README.md', 'LICENSE')) {
    cpSync(join(folder, part), join(target, part), { recursive: true });
  }
  const manifest = JSON.stringify(publishedManifest(folder), null, 2);
  writeFileSync(join(target, 'package.json'), `${manifest}\n`);
  return target;
}

/**
 * @param {string} [destination] folder for the tarballs
 * @param {string[]} [names] which packages, by their folders
 * @returns {Record<'telegram' | 'sdk' | 'connect' | 'session' | 'dev-wallet', string>} a tarball's path by the package's folder
 */
export function packPackages(destination = staging, names = PACKAGES) {
  mkdirSync(destination, { recursive: true });
  const tarballs = {};
  for (const name of names) {
    const said = execFileSync('npm', ['pack', '--json', '--pack-destination', destination], {
      cwd: stage(name),
      encoding: 'utf8',
      stdio: 'pipe',
    });
    const [{ filename }] = Object.values(JSON.parse(said));
    tarballs[name] = join(destination, filename);
  }
  return tarballs;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [destination] = process.argv.slice(2);
  try {
    const tarballs = packPackages(destination && resolve(destination));
    for (const tarball of Object.values(tarballs)) process.stdout.write(`${tarball}\n`);
  } catch (error) {
    process.stderr.write(`${error.stdout ?? ''}${error.stderr ?? error.stack}\n`);
    process.exitCode = 1;
  }
}
