// docs/specification.md says of every line of the specification where it is built and which test
// fails without it. This holds the page to its word: no empty cell, every path there, every test
// there, collected by its runner and not skipped.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { test } from 'node:test';

const root = resolve(import.meta.dirname, '../..');
const read = (path) => readFileSync(resolve(root, path), 'utf8');

/** Rows of the page's tables: section, line, where, proof. */
const rows = read('docs/specification.md')
  .split('\n')
  .filter((line) => /^\| \d/.test(line))
  .map((line) =>
    line
      .split(/(?<!\\)\|/)
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );

const named = (cell) =>
  [...cell.matchAll(/`([^`]+)` “([^”]+)”/g)].map(([, file, title]) => ({ file, title }));

/** What the runners collect: the include patterns of vitest.config.ts and the Playwright config. */
const collected = [
  /^(?:telegram|connect|app|stand)\/.+\.test\.tsx?$/,
  /^e2e\/(?:journeys|screens)\/.+\.spec\.ts$/,
  /^server\/(?:src|tests)\/.+_test\.cpp$/,
  /^script\/checks\/.+\.test\.mjs$/,
];

/** Titles as they stand in the source; what is filled in at run time is a gap. */
function titles(file) {
  const source = read(file);
  if (file.endsWith('.cpp')) {
    return [...source.matchAll(/TEST(?:_[FP])?\(\s*(\w+)\s*,\s*(\w+)/g)].map(
      ([, a, b]) => `${a}.${b}`,
    );
  }
  const call = /\b(?:it|test|describe)(?:\.each\([\s\S]*?\))?\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1/g;
  return [...source.matchAll(call)].map(([, , title]) => title.replace(/\\(['"`])/g, '$1'));
}

const skipped = /\b(?:it|test|describe)\.(?:skip|only|todo|fixme)\b|\bDISABLED_|GTEST_SKIP/;

test('the page has rows for every section that asks for something', () => {
  const sections = new Set(rows.map(([section]) => section.split('.')[0]));
  assert.deepEqual([...sections].sort(), ['1', '2', '3', '4', '5', '7', '8', '9']);
});

test('no cell is empty, and every row names a test', () => {
  const wrong = rows
    .filter(
      (cells) =>
        cells.length !== 4 || cells.some((cell) => cell === '') || named(cells[3]).length === 0,
    )
    .map((cells) => cells.slice(0, 2).join(' '));
  assert.deepEqual(wrong, []);
});

test('every place that it names exists', () => {
  const missing = rows
    .flatMap(([, , where]) => [...where.matchAll(/`([^`]+)`/g)].map(([, path]) => path))
    .filter((path) => !existsSync(resolve(root, path)));
  assert.deepEqual(missing, []);
});

test('every test that it names exists, is collected and runs', () => {
  const wrong = [];
  for (const { file, title } of rows.flatMap(([, , , proof]) => named(proof))) {
    if (!existsSync(resolve(root, file))) wrong.push(`${file} is not there`);
    else if (!collected.some((pattern) => pattern.test(file)))
      wrong.push(`${file} is collected by no runner`);
    else if (skipped.test(read(file))) wrong.push(`${file} skips tests`);
    else if (!titles(file).some((candidate) => candidate.startsWith(title)))
      wrong.push(`${file} has no “${title}”`);
  }
  assert.deepEqual(wrong, []);
});
