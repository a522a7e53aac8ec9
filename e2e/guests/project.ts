import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { startRegistry } from '../../script/registry.mjs';
import type { Guest } from './guests.ts';

const root = resolve(import.meta.dirname, '../..');
const place = join(root, 'build/guests');
/** The packed packages: those of `script/guests`, or of a release. */
const packs = process.env.PACKS ?? join(place, 'packs');

/** Output of a build. A new build starts without it. */
const LEFTOVERS = ['.next', 'build', 'dist', 'node_modules/.cache', 'node_modules/.vite'];

type Manifest = Record<'dependencies' | 'devDependencies', Record<string, string>> & {
  name: string;
};

const isManifest = (content: object): content is Manifest =>
  'dependencies' in content && 'devDependencies' in content;

async function readManifest(file: string): Promise<Manifest> {
  const content: object = JSON.parse(await readFile(file, 'utf8'));
  if (!isManifest(content)) throw new Error(`${file} has no dependencies or no devDependencies`);
  return content;
}

/** Runs a program of the guest. Rejects with its output if it fails. */
export function run(program: string, parameters: readonly string[], cwd: string): Promise<string> {
  const env = { ...process.env, NEXT_TELEMETRY_DISABLED: '1', CI: 'true', FORCE_COLOR: '0' };
  return new Promise((done, failed) => {
    execFile(program, parameters, { cwd, env, maxBuffer: 2 ** 26 }, (error, stdout, stderr) => {
      if (!error) done(`${stdout}${stderr}`);
      else failed(new Error(`${program} ${parameters.join(' ')} in ${cwd}\n${stdout}${stderr}`));
    });
  });
}

/** Returns the paths of our packed packages. */
async function packed(): Promise<string[]> {
  const files = await readdir(packs).catch(() => []);
  const tarballs = files.filter((file) => file.endsWith('.tgz'));
  if (tarballs.length === 0)
    throw new Error(`no packed packages in ${packs}: start these tests with script/guests`);
  return tarballs.map((file) => join(packs, file));
}

/** Returns a lock file without our packages, whose dependencies can have changed in the same version. */
function withoutOurs(text: string): string {
  const lock: { packages: Record<string, object> } = JSON.parse(text);
  const kept = Object.entries(lock.packages).filter(
    ([path]) => !path.startsWith('node_modules/@prichal/'),
  );
  return JSON.stringify({ ...lock, packages: Object.fromEntries(kept) });
}

/** Installs a guest: our packages from a local registry, all others from npm's own. */
async function install(folder: string, tarballs: readonly string[]): Promise<void> {
  const registry = await startRegistry(tarballs);
  try {
    const quiet = ['--no-audit', '--no-fund', '--ignore-scripts', '--prefer-offline'];
    const ours = `--@prichal:registry=${registry.url}`;
    await run('npm', ['install', '--loglevel=error', ours, ...quiet], folder);
  } finally {
    await registry.close();
  }
}

const replace = (
  versions: Record<string, string>,
  by: Readonly<Record<string, string>>,
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(versions).map(([name, version]) => [name, by[name] ?? version]),
  );

/** An installed guest in `build/guests`. */
export interface Project {
  readonly folder: string;
  /** Installed versions of its tools. */
  readonly made: readonly string[];
}

/** Packages whose versions describe a guest. */
const TOOLS = ['next', 'vite', 'esbuild', 'react-scripts', 'jest', 'tailwindcss', 'react', 'vue'];

async function installed(folder: string, manifest: Manifest): Promise<string[]> {
  const tools = TOOLS.filter(
    (name) => name in manifest.dependencies || name in manifest.devDependencies,
  );
  const versions = tools.map(async (name) => {
    const file = join(folder, 'node_modules', name, 'package.json');
    const { version }: { version: string } = JSON.parse(await readFile(file, 'utf8'));
    return `${name} ${version}`;
  });
  return Promise.all(versions);
}

/**
 * Copies the guest's source and installs it with our packed packages. The
 * installation is kept until the source's dependencies or our packages change.
 */
export async function prepare(guest: Guest): Promise<Project> {
  const folder = join(place, guest.name);
  const source = join(root, guest.source);
  await mkdir(folder, { recursive: true });
  for (const name of await readdir(folder)) {
    if (name !== 'node_modules' && name !== 'package-lock.json' && name !== '.installed')
      await rm(join(folder, name), { recursive: true });
  }
  for (const name of LEFTOVERS) await rm(join(folder, name), { recursive: true, force: true });
  const lock = join(folder, 'package-lock.json');
  await cp(source, folder, {
    recursive: true,
    filter: (path) => !/(^|\/)(node_modules|dist|\.next|package-lock\.json)$/.test(path),
  });
  for (const [to, from] of Object.entries(guest.files ?? {})) {
    await mkdir(dirname(join(folder, to)), { recursive: true });
    await cp(join(root, from), join(folder, to));
  }

  const manifest = await readManifest(join(source, 'package.json'));
  const { versions = {} } = guest;
  const text = JSON.stringify(
    {
      ...manifest,
      dependencies: replace(manifest.dependencies, versions),
      devDependencies: replace(manifest.devDependencies, versions),
    },
    null,
    2,
  );
  await writeFile(join(folder, 'package.json'), `${text}\n`);

  // If the lock file does not match the requested versions, npm installs the newest matching ones,
  // as for a new user.
  const locked =
    guest.versions === undefined &&
    (await readFile(join(source, 'package-lock.json'), 'utf8').catch(() => null));
  const tarballs = await packed();
  const hash = createHash('sha256')
    .update(text)
    .update(locked || '');
  for (const tarball of tarballs) hash.update(await readFile(tarball));
  const stamp = hash.digest('hex');
  const done = join(folder, '.installed');
  if ((await readFile(done, 'utf8').catch(() => '')) !== stamp) {
    await rm(done, { force: true });
    await rm(lock, { force: true });
    if (locked) await writeFile(lock, withoutOurs(locked));
    await install(folder, tarballs);
    await writeFile(done, stamp);
  }
  return { folder, made: await installed(folder, manifest) };
}
