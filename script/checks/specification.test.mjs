// Checks docs/internals/specification.md, which names for each requirement its code and a test: no
// cell is empty, every path and test exists, every test is collected by its runner and not skipped,
// and the required rows have a mutation.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { test } from 'node:test';
import {
  isVitest,
  mutants,
  PROVED_BY_MUTANTS,
  root,
  rows,
  testsOf,
} from './specification-table.mjs';

const read = (path) => readFileSync(resolve(root, path), 'utf8');
const sectionOf = ({ number }) => number.split('.')[0];

/**
 * Files that the runners collect: the include patterns of vitest.config.ts and the Playwright
 * config.
 */
const collected = [
  /^(?:telegram|connect|app|stand)\/.+\.test\.tsx?$/,
  /^e2e\/(?:journeys|screens)\/.+\.spec\.ts$/,
  /^server\/(?:src|tests)\/.+_test\.cpp$/,
  /^script\/checks\/.+\.test\.mjs$/,
];

/** Returns the titles in the source. Placeholders stay as they are written. */
function titles(file) {
  const source = read(file);
  if (file.endsWith('.cpp')) {
    return [...source.matchAll(/TEST(?:_[FP])?\(\s*(\w+)\s*,\s*(\w+)/g)].map(
      ([, a, b]) => `${a}.${b}`,
    );
  }
  const call =
    /\b(?:it|test|describe)(?:\.each(?:<[^(]*(?:\(\)[^(]*)*>)?\([\s\S]*?\))?\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1/g;
  return [...source.matchAll(call)].map(([, , title]) => title.replace(/\\(['"`])/g, '$1'));
}

const skipped = /\b(?:it|test|describe)\.(?:skip|only|todo|fixme)\b|\bDISABLED_|GTEST_SKIP/;

/** Returns the meaningful words of a title, without placeholders. */
const wordsOf = (title) => title.replace(/%\w|\$\{[^}]*\}/g, ' ').match(/[\p{L}\p{N}]{3,}/gu) ?? [];

test('the page has rows for every section with requirements', () => {
  const sections = new Set(rows.map(sectionOf));
  assert.deepEqual([...sections].sort(), ['1', '2', '3', '4', '5', '7', '8', '9']);
});

test('no cell is empty, and every row names a test', () => {
  const wrong = rows
    .filter((row) => Object.values(row).some((cell) => cell === '') || testsOf(row).length === 0)
    .map(({ number, asks }) => `${number} ${asks}`);
  assert.deepEqual(wrong, []);
});

test('every named place exists', () => {
  const missing = rows
    .flatMap(({ where }) => [...where.matchAll(/`([^`]+)`/g)].map(([, path]) => path))
    .filter((path) => !existsSync(resolve(root, path)));
  assert.deepEqual(missing, []);
});

test('every named test exists, is collected and runs, under a unique title', () => {
  const wrong = [];
  for (const { file, title } of rows.flatMap(testsOf)) {
    if (!existsSync(resolve(root, file))) {
      wrong.push(`${file} is not there`);
      continue;
    }
    const found = titles(file).filter((candidate) => candidate === title).length;
    if (!collected.some((pattern) => pattern.test(file)))
      wrong.push(`${file} is collected by no runner`);
    else if (skipped.test(read(file))) wrong.push(`${file} skips tests`);
    else if (found !== 1) wrong.push(`${file} has “${title}” ${found} times`);
    else if (!file.endsWith('.cpp') && wordsOf(title).length < 2)
      wrong.push(`${file}: “${title}” may be any test`);
  }
  assert.deepEqual(wrong, []);
});

test('every row of screens, states, validation, errors and constants has a mutation', () => {
  const broken = new Set(mutants.map(({ row }) => row));
  const wrong = rows
    .filter((row) => PROVED_BY_MUTANTS.includes(sectionOf(row)))
    .filter((row) => !broken.has(row.number) || !testsOf(row).some(isVitest))
    .map(({ number, asks }) => `${number} ${asks}`);
  assert.deepEqual(wrong, [], 'script/mutants/mutants.json has nothing for, or no test of Vitest');
});

test('every mutation matches its file exactly once', () => {
  const wrong = [];
  for (const { row, file, from, to } of mutants) {
    if (!rows.some(({ number }) => number === row)) wrong.push(`there is no row ${row}`);
    const count = existsSync(resolve(root, file)) ? read(file).split(from).length - 1 : 0;
    if (count !== 1) wrong.push(`${row}: ${file} has ${count} times ${JSON.stringify(from)}`);
    if (from === to) wrong.push(`${row}: ${from} is changed into itself`);
  }
  assert.deepEqual(wrong, []);
});
