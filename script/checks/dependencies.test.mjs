// Checks that docs/internals/dependencies.md names every dependency with its version, and that lock
// files contain no host.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';

const root = resolve(import.meta.dirname, '../..');
const read = (path) => readFileSync(resolve(root, path), 'utf8');
const json = (path) => JSON.parse(read(path));

const page = read('docs/internals/dependencies.md');
const manifest = json('package.json');
/** Apps outside of the workspaces: examples, and apps that test our packages. */
const apps = globSync('{examples,e2e/guests/fixtures}/*/package.json', { cwd: root }).map(dirname);
/** Node libraries for sign-in, which `script/bench` measures. */
const measured = 'script/benchmarks/auth';

test('every npm dependency is in docs/internals/dependencies.md, at its version', () => {
  const missing = [];
  for (const path of ['.', 'script/toolchain', measured, ...manifest.workspaces, ...apps]) {
    const { dependencies = {}, devDependencies = {} } = json(`${path}/package.json`);
    for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies })) {
      if (name.startsWith('@prichal/')) continue;
      if (!page.includes(`| \`${name}\` | ${version} |`)) missing.push(`${name} ${version}`);
    }
  }
  assert.deepEqual(missing, []);
});

test('npm versions are exact', () => {
  const loose = [];
  for (const path of ['.', measured, ...manifest.workspaces, ...apps]) {
    const { dependencies = {}, devDependencies = {} } = json(`${path}/package.json`);
    for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies })) {
      if (!/^(npm:[^@]+@)?\d+\.\d+\.\d+$/.test(version)) loose.push(`${path}: ${name} ${version}`);
    }
  }
  assert.deepEqual(loose, []);
});

test('examples use our packages without a version', () => {
  const other = [];
  for (const path of apps) {
    for (const [name, version] of Object.entries(json(`${path}/package.json`).dependencies)) {
      if (!name.startsWith('@prichal/')) continue;
      const ours = json(`${name.slice('@prichal/'.length)}/package.json`).version;
      if (version !== ours) other.push(`${path}: ${name} ${version}, not ${ours}`);
    }
  }
  assert.deepEqual(other, []);
});

test('lock files of examples match their package.json', () => {
  const other = apps.filter((path) => {
    if (!path.startsWith('examples/')) return false;
    const { name, dependencies, devDependencies } = json(`${path}/package.json`);
    const locked = json(`${path}/package-lock.json`).packages[''];
    return !isDeepStrictEqual(
      [name, dependencies, devDependencies],
      [locked.name, locked.dependencies, locked.devDependencies],
    );
  });
  assert.deepEqual(other, []);
});

for (const purpose of ['run', 'test', 'certificates', 'clients', 'bench', 'package', 'arm64']) {
  test(`every Debian package of script/packages/${purpose} is in docs/internals/dependencies.md`, () => {
    const missing = read(`script/packages/${purpose}`)
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#') && !page.includes(`| \`${line}\` |`));
    assert.deepEqual(missing, []);
  });
}

const locks = globSync(
  '{,script/toolchain/,script/benchmarks/auth/,examples/*/}package-lock.json',
  { cwd: root },
);
for (const lock of locks) {
  test(`${lock} contains no host`, () => {
    assert.doesNotMatch(read(lock), /"resolved": "https?:/);
  });
}
