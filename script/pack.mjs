// Packs the packages as npm publishes them.
//
//   npm run pack [FOLDER]     builds them and writes a tarball of each to FOLDER (build/packages)
//
// In the workspace, package.json tells our own tools where the source is
// (docs/internals/decisions/0006). Published packages do not need that, so each is published from a
// separate folder, build/packages/NAME, whose package.json names only files in it: `npm publish
// build/packages/connect`. Its addresses come from config/project.json. script/release publishes.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = resolve(import.meta.dirname, '..');
const staging = join(root, 'build/packages');
const SOURCE = 'prichal-source';

const json = (file) => JSON.parse(readFileSync(file, 'utf8'));

/** Folders of the published packages: the workspaces that are not private. Dependencies come first. */
export const PACKAGES = json(join(root, 'package.json')).workspaces.filter(
  (name) => !json(join(root, name, 'package.json')).private,
);

/** Returns conditions without those that lead to the source. */
function withoutSource(conditions) {
  if (typeof conditions !== 'object' || conditions === null) return conditions;
  const left = Object.entries(conditions).filter(([name]) => name !== SOURCE);
  return Object.fromEntries(left.map(([name, value]) => [name, withoutSource(value)]));
}

/**
 * Returns the entries of a package. Omits those with only a source, which are for our own tests.
 */
function publishedExports(exports) {
  const left = Object.entries(withoutSource(exports)).filter(
    ([, target]) => Object.keys(target).length > 0,
  );
  return Object.fromEntries(left);
}

/** Returns a package's internal names. Omits those that only its own build resolves. */
function publishedImports(imports) {
  const left = Object.entries(withoutSource(imports)).filter(
    ([, target]) => !JSON.stringify(target).includes('./src/'),
  );
  return left.length > 0 ? { imports: Object.fromEntries(left) } : {};
}

/** Returns package.json without the fields for the workspace, with the project's addresses. */
function publishedManifest(name) {
  const { scripts: _, exports, imports = {}, ...manifest } = json(join(root, name, 'package.json'));
  const { repositoryUrl, siteUrl, author } = json(join(root, 'config/project.json'));
  return {
    ...manifest,
    author,
    homepage: siteUrl,
    repository: { type: 'git', url: `git+${repositoryUrl}.git`, directory: name },
    bugs: { url: `${repositoryUrl}/issues` },
    publishConfig: { access: 'public', provenance: true },
    ...publishedImports(imports),
    ...(exports && { exports: publishedExports(exports) }),
  };
}

/**
 * Builds a package and copies it.
 * @returns its folder
 */
function stage(name) {
  const folder = join(root, name);
  execFileSync('npm', ['run', '--silent', '--if-present', 'build', '--workspace', name], {
    cwd: root,
    stdio: 'pipe',
  });
  const target = join(staging, name);
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  for (const part of json(join(folder, 'package.json')).files.concat('README.md', 'LICENSE')) {
    cpSync(join(folder, part), join(target, part), { recursive: true });
  }
  const manifest = JSON.stringify(publishedManifest(name), null, 2);
  writeFileSync(join(target, 'package.json'), `${manifest}\n`);
  // The tarball has the same modes whatever the umask is.
  execFileSync('chmod', ['-R', 'u=rwX,go=rX', target]);
  return target;
}

/**
 * Packs packages.
 * @param {string} [destination] folder for the tarballs
 * @param {string[]} [names] packages, by their folders
 * @returns {Record<'telegram' | 'sdk' | 'connect' | 'session' | 'dev-wallet' | 'create', string>} path of
 * a tarball, by the package's folder
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
