import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Guest } from './guests.ts';

const root = resolve(import.meta.dirname, '../..');
const place = join(root, 'build/guests');
/** Where `script/guests` puts what `npm pack` makes. */
const packs = join(place, 'packs');

/** What a build leaves; a new one starts without it. */
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

/** A program of the guest's; what it said is the error when it fails. */
export function run(program: string, parameters: readonly string[], cwd: string): Promise<string> {
  const env = { ...process.env, NEXT_TELEMETRY_DISABLED: '1', CI: 'true', FORCE_COLOR: '0' };
  return new Promise((done, failed) => {
    execFile(program, parameters, { cwd, env, maxBuffer: 2 ** 26 }, (error, stdout, stderr) => {
      if (!error) done(`${stdout}${stderr}`);
      else failed(new Error(`${program} ${parameters.join(' ')} in ${cwd}\n${stdout}${stderr}`));
    });
  });
}

/** Packed packages of ours by their names; each has its content in its file name. */
async function packed(): Promise<Record<string, string>> {
  const files = await readdir(packs).catch(() => []);
  const found = Object.fromEntries(
    files.map((file) => [`@prichal/${file.split('-')[0]}`, `file:${join(packs, file)}`]),
  );
  if (!['connect', 'sdk', 'telegram'].every((name) => found[`@prichal/${name}`]))
    throw new Error(`no packed packages in ${packs}: start these tests with script/guests`);
  return found;
}

const replace = (
  versions: Record<string, string>,
  by: Readonly<Record<string, string>>,
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(versions).map(([name, version]) => [name, by[name] ?? version]),
  );

/** A guest as it stands in `build/guests`, installed. */
export interface Project {
  readonly folder: string;
  /** Versions of what it is made with, as they are installed. */
  readonly made: readonly string[];
}

/** What a guest is told by. */
const TOLD = ['next', 'vite', 'esbuild', 'react-scripts', 'jest', 'tailwindcss', 'react'];

async function installed(folder: string, manifest: Manifest): Promise<string[]> {
  const told = TOLD.filter(
    (name) => name in manifest.dependencies || name in manifest.devDependencies,
  );
  const versions = told.map(async (name) => {
    const file = join(folder, 'node_modules', name, 'package.json');
    const { version }: { version: string } = JSON.parse(await readFile(file, 'utf8'));
    return `${name} ${version}`;
  });
  return Promise.all(versions);
}

/**
 * Copies the guest's source and installs it with our packed packages in place of the published ones.
 * An installation is kept until its source's dependencies or our packages change.
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
  const ours = await packed();
  const versions = { ...guest.versions, ...ours };
  // Ours ask for each other by their versions, which no registry has yet.
  const { '@prichal/telegram': telegram, '@prichal/sdk': sdk } = ours;
  const overrides = { '@prichal/telegram': telegram, '@prichal/sdk': sdk };
  const text = JSON.stringify(
    {
      ...manifest,
      dependencies: replace(manifest.dependencies, versions),
      devDependencies: replace(manifest.devDependencies, versions),
      overrides,
    },
    null,
    2,
  );
  await writeFile(join(folder, 'package.json'), `${text}\n`);

  // Of the versions that the lock file is not for, npm takes what they ask for today, as for a newcomer.
  const locked =
    guest.versions === undefined &&
    (await readFile(join(source, 'package-lock.json'), 'utf8').catch(() => null));
  const stamp = createHash('sha256')
    .update(text)
    .update(locked || '')
    .digest('hex');
  const done = join(folder, '.installed');
  if ((await readFile(done, 'utf8').catch(() => '')) !== stamp) {
    await rm(done, { force: true });
    await rm(lock, { force: true });
    if (locked) await writeFile(lock, locked);
    const quiet = ['--no-audit', '--no-fund', '--ignore-scripts', '--prefer-offline'];
    await run('npm', ['install', '--loglevel=error', ...quiet], folder);
    await writeFile(done, stamp);
  }
  return { folder, made: await installed(folder, manifest) };
}
