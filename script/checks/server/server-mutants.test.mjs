// script/mutants/server.json lists mutations of the server and the tests that must notice them.
// Running them takes hours; this checks quickly that each place exists exactly once, and each test
// exists.
import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { test } from 'node:test';

const root = resolve(import.meta.dirname, '../../..');
const read = (path) => readFileSync(resolve(root, path), 'utf8');
const mutants = JSON.parse(read('script/mutants/server.json'));

test('every mutation of the server matches its file exactly once', () => {
  const wrong = [];
  for (const { file, from, to } of mutants) {
    const count = existsSync(resolve(root, file)) ? read(file).split(from).length - 1 : 0;
    if (count !== 1) wrong.push(`${file} has ${count} times ${JSON.stringify(from)}`);
    if (from === to) wrong.push(`${file}: ${from} is changed into itself`);
  }
  assert.deepEqual(wrong, []);
});

test('every test that must notice a mutation exists', () => {
  const suites = new Set();
  for (const path of globSync('server/**/*_{test,fixture,contract}.{cpp,h}', { cwd: root })) {
    const text = read(path);
    for (const [, suite] of text.matchAll(/\bTEST(?:_[FP])?\(\s*(\w+)/g)) suites.add(suite);
    for (const [, prefix] of text.matchAll(/\bINSTANTIATE_TEST_SUITE_P\(\s*(\w+)/g))
      suites.add(prefix);
  }
  const missing = mutants
    .flatMap(({ tests }) => tests.split(':'))
    .filter((filter) => {
      const suite = new RegExp(`^${filter.split('.')[0].split('/')[0].replaceAll('*', '.*')}$`);
      return ![...suites].some((one) => suite.test(one));
    });
  assert.deepEqual([...new Set(missing)], []);
});
