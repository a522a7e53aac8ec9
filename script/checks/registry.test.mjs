// The local npm registry: packed packages, installed packages, and redirects for all others.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { startRegistry } from '../registry.mjs';

let place;
let tarball;
let registry;

before(async () => {
  place = mkdtempSync(join(tmpdir(), 'prichal-registry-'));
  mkdirSync(join(place, 'package'));
  const manifest = { name: 'react', version: '99.0.0', scripts: { postinstall: 'false' } };
  writeFileSync(join(place, 'package/package.json'), JSON.stringify(manifest));
  tarball = join(place, 'react-99.0.0.tgz');
  execFileSync('tar', ['-czf', tarball, '-C', place, 'package']);
  registry = await startRegistry([tarball]);
});
after(async () => {
  await registry?.close();
  rmSync(place, { recursive: true, force: true });
});

test('the registry has packed and installed versions of a package', async () => {
  const { versions, 'dist-tags': tags } = await (await fetch(`${registry.url}react`)).json();
  assert.equal(tags.latest, '99.0.0');
  assert.ok(Object.keys(versions).some((version) => version.startsWith('19.')));
  const packed = await fetch(versions['99.0.0'].dist.tarball);
  assert.ok(Buffer.from(await packed.arrayBuffer()).equals(readFileSync(tarball)));
});

test("the registry redirects requests for other packages to npm's own", async () => {
  const own = execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).trim();
  for (const name of ['not-installed-here', '@not%2finstalled']) {
    const answer = await fetch(`${registry.url}${name}`, { redirect: 'manual' });
    assert.equal(answer.status, 307);
    assert.equal(answer.headers.get('location'), `${own.replace(/\/*$/, '/')}${name}`);
  }
});
