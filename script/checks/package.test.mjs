// What npm would publish of our two packages: complete, readable by every tool, and enough for a
// project that has nothing else of ours.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { after, before, test } from 'node:test';
import { apiPages } from '../api.mjs';

const root = resolve(import.meta.dirname, '../..');
const installed = join(root, 'node_modules');
const tool = (name) => join(installed, '.bin', name);

/** Runs a program; what it said is the error when it fails. */
function run(program, parameters, cwd = root) {
  try {
    return execFileSync(program, parameters, { cwd, encoding: 'utf8', stdio: 'pipe' });
  } catch ({ stdout, stderr }) {
    return assert.fail(`${basename(program)} ${parameters.join(' ')}\n${stdout}${stderr}`);
  }
}

const packages = ['telegram', 'connect'];
/** Folder for all that is made here. */
let place;
/** A project of somebody else's, with the packages installed as npm lays them out. */
let consumer;
const tarballs = {};

before(() => {
  place = mkdtempSync(join(tmpdir(), 'prichal-package-'));
  consumer = join(place, 'consumer');
  mkdirSync(join(consumer, 'node_modules/@prichal'), { recursive: true });
  cpSync(join(root, 'script/checks/consumer'), consumer, { recursive: true });
  // Dependencies come from here, so that no registry is asked.
  for (const name of readdirSync(installed)) {
    if (name === '@prichal' || name.startsWith('.')) continue;
    symlinkSync(join(installed, name), join(consumer, 'node_modules', name));
  }
  for (const name of packages) {
    // Packing builds: the package's `prepack`.
    const said = run('npm', ['pack', '--workspace', name, '--json', '--pack-destination', place]);
    const [{ filename }] = Object.values(JSON.parse(said.slice(said.search(/^[[{]/m))));
    tarballs[name] = join(place, filename);
    const target = join(consumer, 'node_modules/@prichal', name);
    mkdirSync(target);
    run('tar', ['-xzf', tarballs[name], '-C', target, '--strip-components', '1']);
  }
});

after(() => rmSync(place, { recursive: true, force: true }));

const published = (path) => join(consumer, 'node_modules/@prichal', path);

for (const name of packages) {
  test(`${name}: publint finds nothing`, () => {
    run(tool('publint'), ['run', tarballs[name], '--strict', '--level', 'warning']);
  });

  test(`${name}: the types of every entry are found where its code is`, () => {
    run(tool('attw'), [tarballs[name], '--profile', 'esm-only']);
  });

  test(`${name}: nothing but the build, its declarations and the licence is packed`, () => {
    const files = readdirSync(published(name), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(published(name).length + 1));
    const strange = files.filter(
      (file) => !/^(package\.json|LICENSE|README\.md|dist\/.+\.(js|css|d\.ts))$/.test(file),
    );
    assert.deepEqual(strange, []);
    const tests = files.filter((file) =>
      /\.test\.|(^|\/)src\/|dist\/testing\/[^.]+\.js/.test(file),
    );
    assert.deepEqual(tests, []);
    for (const wanted of ['LICENSE', 'README.md', 'package.json'])
      assert.ok(files.includes(wanted), wanted);
  });
}

test('connect: the root entry says that it is for the client, the others do not', () => {
  const begins = (file) =>
    readFileSync(published(`connect/dist/${file}`), 'utf8').startsWith("'use client'");
  assert.deepEqual(['index.js', 'node/index.js', 'sdk.js', 'testing.js'].map(begins), [
    true,
    true,
    false,
    false,
  ]);
});

test('connect: nothing that the root entry loads at once is the SDK', () => {
  const seen = new Set();
  const load = (file) => {
    if (seen.has(file)) return;
    seen.add(file);
    if (!file.startsWith('./') || file.endsWith('.css')) return;
    const code = readFileSync(published(`connect/dist/${file}`), 'utf8');
    for (const [, from] of code.matchAll(/(?:\bfrom|^import)\s*["']([^"']+)["']/gm)) load(from);
  };
  load('./index.js');
  const outside = [...seen].filter((name) => !name.startsWith('./')).sort();
  assert.deepEqual(outside, ['@prichal/telegram', 'react']);
});

test('connect: every value of the peer is in the root entry or in /sdk', async () => {
  const peer = await import('@tonconnect/ui-react');
  const ours = {
    ...(await import(published('connect/dist/node/index.js'))),
    ...(await import(published('connect/dist/sdk.js'))),
  };
  assert.deepEqual(
    Object.keys(peer).filter((name) => !(name in ours)),
    [],
  );
});

test('connect: the swap test names every type of the peer', () => {
  const listed = readFileSync(join(root, 'e2e/swap/src/names.ts'), 'utf8')
    .match(/\{([^}]*)\}/)?.[1]
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);
  const declared = new Set();
  for (const file of [
    'sdk/lib/types',
    'ui/lib',
    'ui-react/lib/components',
    'ui-react/lib/errors',
  ]) {
    const index = readFileSync(join(installed, '@tonconnect', file, 'index.d.ts'), 'utf8');
    for (const [, name] of index.matchAll(
      /^export (?:declare )?(?:abstract )?(?:class|type|interface|enum) (\w+)/gm,
    )) {
      declared.add(name);
    }
    for (const [, names] of index.matchAll(/^export (?:type )?\{([^}]*)\}/gm)) {
      for (const part of names.split(',')) {
        const name = part.trim().replace(/^default as |^type /, '');
        // Components and the context are values.
        if (name !== '' && !/^TonConnect(Button|UIProvider|UIContext)$/.test(name))
          declared.add(name);
      }
    }
  }
  assert.deepEqual(listed?.toSorted(), [...declared].sort());
});

test('connect: the API pages are those of the build', () => {
  assert.deepEqual(apiPages({ write: false }), []);
});

test('connect: the README names every option, every error and every code', () => {
  const page = readFileSync(join(root, 'connect/README.md'), 'utf8');
  const api = readFileSync(join(root, 'connect/api/connect.api.md'), 'utf8');
  const names = [...api.matchAll(/^export class (\w+Error)\b/gm)].map(([, name]) => name);
  for (const [, members] of api.matchAll(
    /^export (?:type|interface) (?:TonConnectUiOptions|TonConnectUiCreateOptionsBase|TonConnectUiOptionsWith\w+|TonConnectUIProviderPropsWith\w+|UIPreferences|ActionConfiguration|WalletsListConfiguration)\b[^{]*\{\n([\s\S]*?)^\}/gm,
  )) {
    names.push(...[...members.matchAll(/^ {4}(\w+)\??:/gm)].map(([, name]) => name));
  }
  assert.ok(names.length > 35, `only ${names}`);
  for (const file of readdirSync(join(root, 'connect/src'), { recursive: true })) {
    if (!/(?<!\.test)\.tsx?$/.test(file)) continue;
    const code = readFileSync(join(root, 'connect/src', file), 'utf8');
    names.push(...[...code.matchAll(/\bcode: '([A-Z_]+)'/g)].map(([, name]) => name));
  }
  assert.deepEqual(
    names.filter((name) => !new RegExp(`\\b${name}\\b`).test(page)),
    [],
  );
});

for (const resolution of ['bundler', 'nodenext']) {
  test(`a project that checks its libraries too compiles (${resolution})`, () => {
    run(tool('tsc'), ['--project', `tsconfig.${resolution}.json`], consumer);
  });
}

test('that project builds, with the SDK and the sheet apart from what it loads at once', async () => {
  const { build } = await import('vite');
  const { output } = await build({
    root: consumer,
    configFile: false,
    logLevel: 'error',
    build: { write: false },
  });
  const page = output.find(({ fileName }) => fileName === 'index.html');
  const first = output.filter(({ fileName }) => page.source.includes(fileName));
  const code = first.map((file) => file.code ?? file.source).join('\n');
  assert.match(code, /data-prichal-root/);
  assert.ok(
    first.some(({ fileName }) => fileName.endsWith('.css')),
    'its styles are there',
  );
  assert.doesNotMatch(code, /bridge_endpoint|SessionCrypto|tweetnacl/);
  assert.ok(output.length > first.length + 2, 'the rest comes later');
});

test('a server renders the button without a bundler', () => {
  const html = run(process.execPath, ['server.mjs'], consumer);
  assert.match(html, /<button[^>]* data-state="restoring"/);
});
