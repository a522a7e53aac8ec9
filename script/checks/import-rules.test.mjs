// Who may import whom (docs/architecture.md): the rooms stay apart because this test says so.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { test } from 'node:test';

const root = resolve(import.meta.dirname, '../..');

/** Which packages of ours each package may import. Nobody imports `app` or `stand`. */
const packages = {
  telegram: [],
  connect: ['@prichal/telegram'],
  app: ['@prichal/connect', '@prichal/telegram'],
  stand: ['@prichal/connect', '@prichal/telegram'],
};

/** Which rooms of server/src each room may include. */
const rooms = {
  base: [],
  http: ['base'],
  bridge: ['base', 'http'],
  store: ['base'],
  webhook: ['base'],
  config: ['base'],
  telemetry: ['base'],
  net: ['base', 'http'],
  host: ['base', 'http'],
  app: ['base', 'http', 'bridge', 'store', 'webhook', 'config', 'telemetry', 'net', 'host'],
};

function* filesBelow(directory, endings) {
  for (const entry of readdirSync(join(root, directory), { withFileTypes: true })) {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) {
      if (entry.name !== 'node_modules' && entry.name !== 'dist') yield* filesBelow(path, endings);
    } else if (endings.some((ending) => entry.name.endsWith(ending))) {
      yield path;
    }
  }
}

const importPattern = /(?:\bfrom\s*|\bimport\s*\(?\s*)['"]([^'"]+)['"]/g;

for (const [name, allowed] of Object.entries(packages)) {
  test(`${name} imports only ${allowed.join(', ') || 'nothing of ours'}`, () => {
    const wrong = [];
    for (const file of filesBelow(name, ['.ts', '.tsx', '.mjs', '.js'])) {
      for (const [, target] of readFileSync(join(root, file), 'utf8').matchAll(importPattern)) {
        if (target.startsWith('.')) {
          const path = relative(root, resolve(root, dirname(file), target));
          const inside = path.startsWith(`${name}/`) || path.startsWith('script/vite/');
          if (!inside) wrong.push(`${file} reaches into ${path}`);
        } else if (target.startsWith('@prichal/')) {
          const [scope, base] = target.split('/');
          const imported = `${scope}/${base}`;
          if (imported !== `@prichal/${name}` && !allowed.includes(imported)) {
            wrong.push(`${file} imports ${target}`);
          }
        }
      }
    }
    assert.deepEqual(wrong, []);
  });
}

test('every room of the server is in the list', () => {
  const found = readdirSync(join(root, 'server/src'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name);
  assert.deepEqual(found.sort(), Object.keys(rooms).sort());
});

const includePattern = /^\s*#\s*include\s+"([^"]+)"/gm;

for (const [name, allowed] of Object.entries(rooms)) {
  test(`server/src/${name} includes only ${allowed.join(', ') || 'itself'}`, () => {
    const wrong = [];
    for (const file of filesBelow(`server/src/${name}`, ['.h', '.cpp'])) {
      for (const [, target] of readFileSync(join(root, file), 'utf8').matchAll(includePattern)) {
        const room = target.split('/')[0];
        if (!existsSync(join(root, 'server/src', target))) wrong.push(`${file}: no such ${target}`);
        else if (room !== name && !allowed.includes(room)) wrong.push(`${file} includes ${target}`);
      }
    }
    assert.deepEqual(wrong, []);
  });
}

test('server/bench includes only itself and base: it knows a bridge by its URL', () => {
  const wrong = [];
  for (const file of filesBelow('server/bench', ['.h', '.cpp'])) {
    for (const [, target] of readFileSync(join(root, file), 'utf8').matchAll(includePattern)) {
      if (!/^(bench|base)\//.test(target)) wrong.push(`${file} includes ${target}`);
    }
  }
  assert.deepEqual(wrong, []);
});
