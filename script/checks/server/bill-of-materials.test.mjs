// Checks that the bill of materials names exactly what is in the packages. script/package checks it
// against SPDX with spdx-tools.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { test } from 'node:test';
import { billOfMaterials, readBuiltFrom } from '../../../packaging/bill-of-materials.mjs';
import { packageOf } from '../../vite/bundled-packages.mjs';

const root = resolve(import.meta.dirname, '../../..');
const lines = [
  'shared\tlibssl3\t3.0.17-1~deb12u2\tamd64\topenssl\t3.0.17-1~deb12u2',
  'headers\tlibssl-dev\t3.0.17-1~deb12u2\tamd64\topenssl\t3.0.17-1~deb12u2',
  'headers\tlibstdc++-12-dev\t12.2.0-14\tamd64\tgcc-12\t12.2.0-14',
];
const bill = (more = {}) =>
  billOfMaterials({
    name: 'prichal-0.1.0-linux-amd64',
    version: '0.1.0',
    buildId: 'abc',
    builtFrom: readBuiltFrom(`${lines.join('\n')}\n`),
    bundled: [{ name: '@tonconnect/sdk', version: '3.4.1', license: 'Apache-2.0' }],
    created: new Date(0),
    ...more,
  });

test('every package is listed once, with a package URL', () => {
  const { packages, relationships } = bill();
  const purls = packages.flatMap(({ externalRefs = [] }) =>
    externalRefs.map(({ referenceLocator }) => referenceLocator),
  );
  assert.deepEqual(purls, [
    'pkg:deb/debian/libssl3@3.0.17-1~deb12u2?arch=amd64&distro=debian-12',
    'pkg:deb/debian/libssl-dev@3.0.17-1~deb12u2?arch=amd64&distro=debian-12',
    'pkg:deb/debian/libstdc%2B%2B-12-dev@12.2.0-14?arch=amd64&distro=debian-12',
    'pkg:npm/%40tonconnect/sdk@3.4.1',
  ]);
  const ids = new Set(['SPDXRef-DOCUMENT', ...packages.map(({ SPDXID }) => SPDXID)]);
  assert.equal(ids.size, packages.length + 1);
  const named = relationships.flatMap((each) => [each.spdxElementId, each.relatedSpdxElement]);
  assert.deepEqual(new Set(named), ids);
});

test('the same input gives the same bytes, another has another namespace', () => {
  assert.equal(JSON.stringify(bill()), JSON.stringify(bill()));
  assert.notEqual(bill().documentNamespace, bill({ buildId: 'abd' }).documentNamespace);
  assert.equal(bill().creationInfo.created, '1970-01-01T00:00:00Z');
});

test('a line without a package is reported', () => {
  assert.throws(() => readBuiltFrom('shared\tlibssl3\n'), /names no package of Debian/);
});

test('a module belongs to the package of its folder', () => {
  const react = packageOf(resolve(root, 'node_modules/react/cjs/react.production.js?v=1'));
  assert.equal(react?.name, 'react');
  assert.equal(packageOf(resolve(root, 'connect/src/index.ts')), undefined);
  assert.equal(packageOf('\0virtual:a'), undefined);
  assert.throws(() => packageOf(resolve(root, 'node_modules/no-such-package/a.js')), /no package/);
});

const list = resolve(root, 'build/web.packages.json');
const built = existsSync(list) ? {} : { skip: 'script/build web comes first' };

test('packages bundled in the mini app are in the lock file, at their version', built, () => {
  const lock = JSON.parse(readFileSync(resolve(root, 'package-lock.json'), 'utf8')).packages;
  const bundled = JSON.parse(readFileSync(list, 'utf8'));
  const other = bundled.filter(({ folder, version }) => lock[folder]?.version !== version);
  assert.deepEqual(other, []);
  for (const name of ['react', 'react-dom', '@stablelib/x25519'])
    assert.ok(
      bundled.some((each) => each.name === name),
      name,
    );
});
