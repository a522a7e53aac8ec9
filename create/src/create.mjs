import {
  appendFileSync,
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const template = join(import.meta.dirname, 'template');

export const BACKENDS = ['node', 'go', 'python'];

/** Input that the user must correct. `kind` names its text. */
export class StartError extends Error {
  constructor(kind, value) {
    super(`${kind}: ${value}`);
    this.kind = kind;
    this.value = value;
  }
}

/** Throws if an app cannot be created in this folder. Git's own folder may be in it. */
export function checkFolder(folder) {
  if (!existsSync(folder)) return;
  if (!statSync(folder).isDirectory()) throw new StartError('notFolder', folder);
  if (readdirSync(folder).some((name) => name !== '.git')) throw new StartError('notEmpty', folder);
}

/** Returns a package name for a folder's name. */
export function nameFor(folder) {
  const name = folder
    .toLowerCase()
    .replaceAll(/[^a-z0-9._~-]+/g, '-')
    .replaceAll(/^[._-]+|-+$/g, '');
  return name || 'my-app';
}

const json = (file) => JSON.parse(readFileSync(file, 'utf8'));

/** Adds the fields of a layer's package.json to the app's. Keeps dependencies sorted. */
function mergeManifest(file, layer) {
  const manifest = existsSync(file) ? json(file) : {};
  for (const [field, value] of Object.entries(layer)) {
    const merged = typeof value === 'object' ? { ...manifest[field], ...value } : value;
    manifest[field] = field.toLowerCase().endsWith('dependencies')
      ? Object.fromEntries(Object.entries(merged).sort(([a], [b]) => (a < b ? -1 : 1)))
      : merged;
  }
  writeFileSync(file, `${JSON.stringify(manifest, null, 2)}\n`);
}

/**
 * Copies a layer of the template into the app. Its files replace those of earlier layers, except that package.json is
 * merged and README.md and _gitignore are appended. npm does not publish files called .gitignore.
 */
function addLayer(layer, folder) {
  const source = join(template, layer);
  for (const entry of globSync('**', { cwd: source, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const from = join(entry.parentPath, entry.name);
    const name = entry.name === '_gitignore' ? '.gitignore' : entry.name;
    const to = resolve(folder, entry.parentPath.slice(source.length + 1), name);
    mkdirSync(dirname(to), { recursive: true });
    if (name === 'package.json') mergeManifest(to, json(from));
    else if (name === 'README.md' || name === '.gitignore') appendFileSync(to, readFileSync(from));
    else writeFileSync(to, readFileSync(from));
  }
}

/** Replaces the name of the template in the files that show it. */
function setName(folder, name) {
  mergeManifest(join(folder, 'package.json'), { name });
  for (const file of [
    'README.md',
    'index.html',
    'prichal.toml',
    'public/tonconnect-manifest.json',
  ]) {
    const path = join(folder, file);
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll('My app', name));
  }
}

/**
 * Creates an app.
 * @param {{ folder: string, name: string, backend: string, bridge: boolean }} choice `folder`: absolute path
 */
export function createApp({ folder, name, backend, bridge }) {
  const layers = [
    'app',
    ...(backend === 'none' ? [] : ['sign-in', `backend/${backend}`]),
    ...(bridge ? ['bridge'] : []),
  ];
  for (const layer of layers) addLayer(layer, folder);
  setName(folder, name);
}
