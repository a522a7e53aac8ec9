// The rows of docs/internals/specification.md, for those who check them.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

export const root = resolve(import.meta.dirname, '../..');

/** Its rows: number, what it asks, the cell that says where, the cell that says what proves it. */
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

/** The tests that a row names: file and whole title, as it stands in the source. */
export const testsOf = ({ proof }) =>
  [...proof.matchAll(/`([^`]+)` “([^”]+)”/g)].map(([, file, title]) => ({ file, title }));

/** Sections whose rows a mutant proves: screens, states, validation, errors, constants. */
export const PROVED_BY_MUTANTS = ['2', '4', '5', '8', '9'];

/** Whether Vitest runs a test, and with it the runner of the mutants. */
export const isVitest = ({ file }) => /\.test\.tsx?$/.test(file);

/**
 * What breaks each row: in `file` the text `from`, which stands there once, becomes `to`. A row may
 * have several.
 */
export const mutants = Object.entries(
  JSON.parse(readFileSync(resolve(root, 'script/mutants/mutants.json'), 'utf8')),
).flatMap(([row, changes]) => changes.map((change) => ({ row, ...change })));
