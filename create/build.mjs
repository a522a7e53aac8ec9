// Writes dist: the program and its template, with the versions that this repository has installed.
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { builtInWallets } from '../script/vite/built-in-wallets.mjs';

const root = resolve(import.meta.dirname, '..');
const dist = join(import.meta.dirname, 'dist');
const json = (path) => JSON.parse(readFileSync(join(root, path), 'utf8'));
const { packages } = json('package-lock.json');

/** Returns the version for an app: exact for our packages, compatible ones for others. */
function versionOf(name) {
  if (name.startsWith('@prichal/'))
    return json(`${name.slice('@prichal/'.length)}/package.json`).version;
  const { version } = packages[`node_modules/${name}`] ?? {};
  if (version === undefined) throw new Error(`${name} is not installed in this repository`);
  return `^${version}`;
}

rmSync(dist, { recursive: true, force: true });
cpSync(join(import.meta.dirname, 'src'), dist, { recursive: true });
cpSync(join(import.meta.dirname, 'template'), join(dist, 'template'), { recursive: true });

const app = join(dist, 'template/app');
cpSync(join(root, 'app/public/icon.png'), join(app, 'public/icon.png'));
const wallets = JSON.stringify(await builtInWallets(), null, 2);
writeFileSync(join(app, 'public/wallets-v2.json'), `${wallets}\n`);
mkdirSync(join(app, 'vite'));
for (const name of ['after-build.mjs', 'describe-pages.mjs']) {
  const text = readFileSync(join(root, 'script/vite', name), 'utf8');
  // The app has no copy of the decisions.
  writeFileSync(join(app, 'vite', name), text.replace(/\n\/\/ \(docs\/internals[^)]*\)/, ''));
}

for (const file of globSync('**/package.json', { cwd: join(dist, 'template') })) {
  const path = join(dist, 'template', file);
  const manifest = JSON.parse(readFileSync(path, 'utf8'));
  for (const field of ['dependencies', 'devDependencies']) {
    for (const name of Object.keys(manifest[field] ?? {})) manifest[field][name] = versionOf(name);
  }
  writeFileSync(path, `${JSON.stringify(manifest, null, 2)}\n`);
}
const compose = join(dist, 'template/bridge/compose.yaml');
writeFileSync(
  compose,
  readFileSync(compose, 'utf8').replace(
    'IMAGE_OF_PRICHAL',
    `${json('config/project.json').image}:${json('package.json').version}`,
  ),
);
