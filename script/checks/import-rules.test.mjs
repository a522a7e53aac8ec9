// Enforces the allowed imports between packages and between modules (docs/internals/architecture.md).
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { test } from 'node:test';

const root = resolve(import.meta.dirname, '../..');

/** Our packages that each package may import. No package imports `app`, `stand` or the site. */
const packages = {
  telegram: [],
  // The tests of `sdk` and `connect` import the dev wallet.
  sdk: ['@prichal/dev-wallet'],
  connect: ['@prichal/dev-wallet', '@prichal/sdk', '@prichal/telegram'],
  session: ['@prichal/connect', '@prichal/sdk', '@prichal/telegram'],
  'dev-wallet': [],
  app: ['@prichal/connect', '@prichal/session', '@prichal/telegram'],
  stand: ['@prichal/connect', '@prichal/dev-wallet'],
};

/**
 * The layers of connect/src, lowest first. A file imports only from its layer and from lower ones;
 * type imports and `import()` count. `headless`, `vanilla`, `vue` and the files next to the folders are
 * entry points.
 */
const floors = ['words', 'core', 'ui', 'react', 'headless', 'vanilla', 'vue'];

/** Fields of the widget's state, by the only file of connect/src that sets them. */
const stateWriters = {
  'core/lifecycle.ts': ['stopped', 'loadStatus'],
  'core/set-options.ts': ['connectRequest', 'network'],
  'core/modal.ts': ['modal', 'singleWalletModal', 'walletConnect', 'requests'],
  'core/connection/connection.ts': ['wallet', 'address', 'restoring', 'restored'],
  'core/connection/connect-request.ts': ['attempt'],
  'core/wallets/list.ts': ['listed', 'listFault', 'preferredWallet'],
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
  test(`${name} imports only ${allowed.join(', ') || 'third-party packages'}`, () => {
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

const withoutComments = (text) => text.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');

/** Returns the file of `source` for `path`, which is a file without its extension, or a folder. */
const fileAt = (source, path) =>
  ['.ts', '.tsx', '/index.ts', '/index.tsx']
    .map((ending) => path.replace(/\.[jt]sx?$/, '') + ending)
    .find((one) => existsSync(join(root, source, one)));

/**
 * Returns a package's files except tests, each with its text and its imports from the package.
 * Imports end as its bundler accepts them (`./file.js`, `./file`), or are names of its package.json
 * (`#styles`).
 */
function filesOf(name) {
  const source = join(name, 'src');
  const { imports: aliases = {} } = JSON.parse(
    readFileSync(join(root, name, 'package.json'), 'utf8'),
  );
  const files = new Map();
  for (const path of filesBelow(source, ['.ts', '.tsx'])) {
    const file = relative(source, path);
    if (file.startsWith('testing/') || file.includes('.test.')) continue;
    const text = withoutComments(readFileSync(join(root, path), 'utf8'));
    const imports = [];
    for (const [, target] of text.matchAll(importPattern)) {
      const alias = aliases[target]?.default;
      if (alias) imports.push(relative('src', alias));
      if (!target.startsWith('.') || /\.(css|svg|json)(\?.*)?$/.test(target)) continue;
      const aim = join(dirname(file), target);
      if (aim.startsWith('..')) continue;
      const found = fileAt(source, aim);
      assert.ok(found, `${source}/${file} imports ${target}, which is not there`);
      imports.push(found);
    }
    files.set(file, { text, imports });
  }
  return files;
}

const widgetFiles = () => filesOf('connect');

test('each file of the widget imports only from its layer and from lower layers', () => {
  const level = (file) => (file.includes('/') ? floors.indexOf(file.split('/')[0]) : floors.length);
  for (const [file, { imports }] of widgetFiles()) {
    assert.notEqual(level(file), -1, `${file} is on no floor`);
    for (const target of imports) {
      assert.ok(level(target) <= level(file), `${file} imports ${target} of a higher floor`);
    }
  }
});

for (const name of Object.keys(packages)) {
  test(`files of ${name} have no import cycle`, () => {
    const files = filesOf(name);
    assert.ok(files.size > 0);
    const done = new Set();
    const walk = (file, path) => {
      assert.ok(!path.includes(file), `a circle: ${[...path, file].join(' → ')}`);
      if (done.has(file)) return;
      for (const target of files.get(file).imports) walk(target, [...path, file]);
      done.add(file);
    };
    for (const file of files.keys()) walk(file, []);
  });
}

/** Returns the text between the parentheses of a call that begins at `start`. */
function argumentOf(text, start) {
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    if (text[at] === '(') depth += 1;
    if (text[at] === ')') depth -= 1;
    if (depth === 0) return text.slice(start + 1, at);
  }
  throw new Error('a call without an end');
}

/**
 * Returns the keys of an object literal. Null for other expressions, and for literals with spread
 * or computed keys.
 */
function keysOf(expression) {
  const inner = /^\s*\{([\s\S]*)\}\s*$/.exec(expression)?.[1];
  if (inner === undefined) return null;
  // Nested parts are removed from the inside out, so that only this literal's commas remain.
  let flat = inner;
  for (let before = ''; before !== flat; ) {
    before = flat;
    flat = flat.replaceAll(/\([^()]*\)|\{[^{}]*\}|\[[^[\]]*\]/g, '_');
  }
  const keys = flat.split(',').flatMap((field) => field.trim() || []);
  const names = keys.map((field) => /^(\w+)(?:\s*:|$)/.exec(field)?.[1]);
  return names.every((name) => name !== undefined) ? names : null;
}

test('each field of the widget’s state has one writer', () => {
  const wrong = [];
  for (const [file, { text }] of widgetFiles()) {
    if (file === 'core/store.ts') continue;
    // `set` must not be extracted from its store, because its calls could not be found.
    if (/\{[^{}]*\bset\b[^{}]*\}\s*(?:=|:\s*Store)/.test(text)) wrong.push(`${file} takes set off`);
    for (const { index, 0: call } of text.matchAll(/\bstore\s*\.\s*set\s*\(/g)) {
      const argument = argumentOf(text, index + call.length - 1);
      const keys = keysOf(argument);
      // Sets many fields at once. All of them are options.
      if (!keys && file === 'core/set-options.ts') continue;
      if (!keys) wrong.push(`${file}: ${argument.trim()}`);
      for (const key of keys ?? []) {
        if (!stateWriters[file]?.includes(key)) wrong.push(`${file} sets ${key}`);
      }
    }
  }
  assert.deepEqual(wrong, []);
});

const includePattern = /^\s*#\s*include\s+"([^"]+)"/gm;

/** The modules of the server, lowest first, as the build declares them. */
const modules = [
  ...readFileSync(join(root, 'server/src/CMakeLists.txt'), 'utf8').matchAll(
    /^prichal_module\(([a-z0-9/]+)/gm,
  ),
].map(([, name]) => name);

test('every folder of server/src is a module', () => {
  const found = new Set(
    [...filesBelow('server/src', ['.h', '.cpp'])].map((file) =>
      relative('server/src', dirname(file).replace(/\/tests$/, '')),
    ),
  );
  assert.deepEqual([...found].sort(), modules.toSorted());
});

test('a module of the server includes only itself and lower modules', () => {
  const wrong = [];
  for (const file of filesBelow('server/src', ['.h', '.cpp'])) {
    const module = relative('server/src', dirname(file));
    if (module.endsWith('/tests')) continue;
    for (const [, target] of readFileSync(join(root, file), 'utf8').matchAll(includePattern)) {
      if (target.endsWith('.lua.h')) continue; // generated from the module's own script
      const place = modules.indexOf(dirname(target));
      if (place === -1 || !existsSync(join(root, 'server/src', target))) {
        wrong.push(`${file}: '${target}' is no header of a module`);
      } else if (place > modules.indexOf(module)) wrong.push(`${file} includes ${target}`);
    }
  }
  assert.deepEqual(wrong, []);
});

test('headers of the server have no include cycle', () => {
  const included = new Map();
  for (const file of filesBelow('server/src', ['.h'])) {
    const text = readFileSync(join(root, file), 'utf8');
    included.set(
      relative('server/src', file),
      [...text.matchAll(includePattern)].map(([, target]) => target),
    );
  }
  const done = new Set();
  const circles = [];
  const visit = (header, path) => {
    if (path.includes(header))
      circles.push([...path.slice(path.indexOf(header)), header].join(' > '));
    if (done.has(header) || path.includes(header)) return;
    for (const next of included.get(header) ?? []) visit(next, [...path, header]);
    done.add(header);
  };
  for (const header of included.keys()) visit(header, []);
  assert.deepEqual(circles, []);
});

test('no folder of server/src has more than 30 sources', () => {
  const counts = new Map();
  for (const file of filesBelow('server/src', ['.h', '.cpp'])) {
    counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1);
  }
  assert.deepEqual(
    [...counts].filter(([, count]) => count > 30),
    [],
  );
});

test('CORS is decided in one file for the bridge, for sign-in and for files', () => {
  const knowing = [...filesBelow('server/src', ['.h', '.cpp'])]
    .filter((file) => !file.includes('/tests/'))
    .filter((file) => /Access-Control-/.test(readFileSync(join(root, file), 'utf8')));
  assert.deepEqual(knowing.sort(), [
    'server/src/http/codec/cors.cpp',
    'server/src/signin/service/auth_options.cpp',
    'server/src/site/resource.cpp',
  ]);
});

test('the namespace of each file of the server names its module', () => {
  const wrong = [];
  const spaces = new Map(); // the namespace of each folder
  for (const file of filesBelow('server/src', ['.h', '.cpp'])) {
    const folder = dirname(relative('server/src', file)).replace(/\/tests$/, '');
    const [module, ...folders] = folder.split('/');
    const own = module === 'base' ? ['prichal'] : ['prichal', module];
    const text = readFileSync(join(root, file), 'utf8');
    for (const [, full] of text.matchAll(/^(?:inline )?namespace (prichal[\w:]*) \{/gm)) {
      const name = full.replace(/::test(ing)?$/, '');
      const isFolder = name
        .split('::')
        .slice(own.length)
        .every((one) => folders.includes(one));
      if (!`${name}::`.startsWith(`${own.join('::')}::`) || !isFolder) {
        wrong.push(`${file} is in ${full}`);
      }
      if (!spaces.has(folder)) spaces.set(folder, name);
      if (spaces.get(folder) !== name)
        wrong.push(`${folder} uses ${spaces.get(folder)} and ${name}`);
    }
  }
  assert.deepEqual(wrong, []);
});
