// Checks that both descriptions in docs/api are well-formed and list exactly what the server's code
// has. e2e/contract checks that the server's answers match them.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { test } from 'node:test';
import { createConfig, lint } from '@redocly/openapi-core';
import { parse } from 'yaml';

const root = resolve(import.meta.dirname, '../..');
const read = (path) => readFileSync(resolve(root, path), 'utf8');
const { version } = JSON.parse(read('package.json'));
const openapi = parse(read('docs/api/openapi.yaml'));
const asyncapi = parse(read('docs/api/asyncapi.yaml'));

/** Exceptions from Redocly's recommended rules, with their reasons. */
const rulesOff = {
  openapi: [
    'no-ambiguous-paths', // `/{file}` matches paths without a description: OpenAPI prefers the concrete path
    'operation-4xx-response', // `default` covers invalid requests
  ],
  asyncapi: [
    'security-defined', // a client id is the only credential
  ],
};

for (const [name, off] of Object.entries(rulesOff)) {
  test(`docs/api/${name}.yaml is well-formed`, async () => {
    const config = await createConfig({
      extends: ['recommended'],
      rules: Object.fromEntries(off.map((rule) => [rule, 'off'])),
    });
    const problems = await lint({ ref: resolve(root, `docs/api/${name}.yaml`), config });
    const documented = problems.map(({ ruleId, message, location: [at] }) => {
      return `${at?.pointer ?? ''} ${ruleId}: ${message}`;
    });
    assert.deepEqual(documented, []);
  });
}

test('both descriptions have the current version', () => {
  assert.deepEqual([openapi.info.version, asyncapi.info.version], [version, version]);
});

/** Sources of the modules that answer requests. */
const sources = globSync(
  'server/src/{bridge/http,dev,main,ops/metrics,signin/{http,service},site}/**/*.{cpp,h}',
  {
    cwd: root,
  },
)
  .filter((path) => !path.includes('/tests/'))
  .map((path) => read(path).replaceAll(/^\s*\/\/.*$/gm, ''));

/** Texts in the code that look like paths but are not paths of this server. */
const noPaths = ['/auth', '/auth-keys', '/dev/tty', '/runGetMethod', '/usr/share/prichal/web'];
/** Paths without a literal in the code: the home page, a folder without its slash, any file. */
const unwritten = ['/', '/stand', '/{file}'];

/**
 * Returns whether a text of the code is a path of the description, whose parameters match any end.
 */
const isDescribedBy = (text, path) =>
  /[-/]$/.test(text) ? path.replace(/\{\w+\}$/, '') === text : path === text;

const adminSource = read('server/src/signin/http/auth_admin.cpp');
const [, users] = /kUsers = "([^"]+)"/.exec(adminSource);
const orders = [...adminSource.matchAll(/Order\{"(\w+)"/g)].map(
  ([, verb]) => `${users}/{sub}/${verb}`,
);

test('described paths and paths of the code are the same', () => {
  const texts = sources
    .flatMap((text) => [...text.matchAll(/"(\/[A-Za-z.][\w./-]*)"/g)].map(([, path]) => path))
    .filter((path) => !noPaths.includes(path) && !path.startsWith('/proc/'));
  assert.ok(texts.length > 40 && orders.length > 1);
  const described = Object.keys(openapi.paths);
  const found = [...texts, ...unwritten, ...orders];
  const missing = found.filter((text) => !described.some((path) => isDescribedBy(text, path)));
  const extra = described.filter((path) => !found.some((text) => isDescribedBy(text, path)));
  assert.deepEqual({ missing: [...new Set(missing)], extra }, { missing: [], extra: [] });
});

test('the methods of sign-in are those of its table', () => {
  const table = read('server/src/signin/http/auth_service.cpp');
  const rows = [...table.matchAll(/\{"(\/auth\/[^"]+)",\s*Method::k(\w+)/g)];
  assert.ok(rows.length > 12);
  for (const [, text, method] of rows) {
    const path = text.endsWith('/') ? `${text}{id}` : text;
    const described = Object.keys(openapi.paths[path])
      .filter((key) => /^(get|head|post|delete|options)$/.test(key))
      .map((key) => key.toUpperCase());
    assert.deepEqual(described.toSorted(), [method.toUpperCase(), 'OPTIONS'].toSorted(), path);
  }
});

test('the codes of problems are those of the error catalogue', () => {
  const { groups } = parse(read('docs/site/generate/texts/errors.yaml')).find(
    ({ id }) => id === 'sign-in',
  );
  const codes = groups.flatMap(({ errors }) => errors.map(({ code }) => code));
  assert.deepEqual(openapi.components.schemas.Code.enum, codes.toSorted());
});

test('invalid requests are rejected with the described statuses', () => {
  const refusals = globSync('server/src/http/**/*.{cpp,h}', { cwd: root })
    .filter((path) => !path.includes('/tests/') && !path.endsWith('codec/request.h'))
    .flatMap((path) => [...read(path).matchAll(/\{?\.status = (\d{3}), \.reason/g)])
    .map(([, status]) => Number(status));
  assert.deepEqual(
    openapi.components.responses.Refused['x-statuses'],
    [...new Set(refusals)].sort((a, b) => a - b),
  );
});

test('faults of the sandbox are those of the code', () => {
  const text = read('server/src/dev/bridge_faults.h');
  for (const [array, schema] of [
    ['kFaultNames', 'Fault'],
    ['kHalfNames', 'Half'],
  ]) {
    const names = new RegExp(`${array}\\{([^}]*)\\}`).exec(text)?.[1] ?? '';
    assert.deepEqual(
      openapi.components.schemas[schema].enum,
      [...names.matchAll(/"(\w+)"/g)].map(([, name]) => name),
    );
  }
});
