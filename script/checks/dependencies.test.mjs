// Every dependency is named in docs/dependencies.md with its version; lock files name no host.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { test } from 'node:test';

const root = resolve(import.meta.dirname, '../..');
const read = (path) => readFileSync(resolve(root, path), 'utf8');
const json = (path) => JSON.parse(read(path));

const page = read('docs/dependencies.md');
const manifest = json('package.json');

test('every npm dependency is in docs/dependencies.md, at its version', () => {
  const missing = [];
  for (const path of ['.', 'script/toolchain', ...manifest.workspaces]) {
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
  for (const path of ['.', ...manifest.workspaces]) {
    const { dependencies = {}, devDependencies = {} } = json(`${path}/package.json`);
    for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies })) {
      if (!/^(npm:[^@]+@)?\d+\.\d+\.\d+$/.test(version)) loose.push(`${path}: ${name} ${version}`);
    }
  }
  assert.deepEqual(loose, []);
});

for (const purpose of ['run', 'test', 'bench']) {
  test(`every Debian package of script/packages/${purpose} is in docs/dependencies.md`, () => {
    const missing = read(`script/packages/${purpose}`)
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#') && !page.includes(`| \`${line}\` |`));
    assert.deepEqual(missing, []);
  });
}

for (const lock of ['package-lock.json', 'script/toolchain/package-lock.json']) {
  test(`${lock} names no host`, () => {
    assert.doesNotMatch(read(lock), /"resolved": "https?:/);
  });
}
