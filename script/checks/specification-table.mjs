// Parses the rows of docs/internals/specification.md for checks.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

export const root = resolve(import.meta.dirname, '../..');

/** Rows: number, requirement, cell with the places, cell with the tests. */
export const rows = readFileSync(resolve(root, 'docs/internals/specification.md'), 'utf8')
  .split('\n')
  .filter((line) => /^\| \d/.test(line))
  .map((line) =>
    line
      .split(/(?<!\\)\|/)
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
  .map(([number = '', asks = '', where = '', proof = '']) => ({ number, asks, where, proof }));

/** Returns the tests that a row names: file and whole title, as written in the source. */
export const testsOf = ({ proof }) =>
  [...proof.matchAll(/`([^`]+)` “([^”]+)”/g)].map(([, file, title]) => ({ file, title }));

/** Sections whose rows have mutations: screens, states, validation, errors, constants. */
export const PROVED_BY_MUTANTS = ['2', '4', '5', '8', '9'];

/** Returns whether Vitest, and so the mutation runner, runs a test. */
export const isVitest = ({ file }) => /\.test\.tsx?$/.test(file);

/**
 * Mutations by row: in `file`, the text `from`, which must occur once, becomes `to`. A row may have
 * several.
 */
export const mutants = Object.entries(
  JSON.parse(readFileSync(resolve(root, 'script/mutants/mutants.json'), 'utf8')),
).flatMap(([row, changes]) => changes.map((change) => ({ row, ...change })));
