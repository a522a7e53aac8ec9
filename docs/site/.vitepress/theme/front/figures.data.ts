/*
 * Figures of the front page, from the tables in docs/internals, so that each figure is in one place. The build fails
 * if a row is missing.
 */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

const docs = resolve(import.meta.dirname, '../../../../internals');

/** Place of each figure: file, start of the row's first cell, and two columns. */
const PLACES = {
  paint: ['performance', 'first contentful paint, ms', 'ours', 'peer'],
  requests: ['performance', 'requests to other origins before a press', 'ours', 'peer'],
  messages: [
    'benchmarks',
    'messages a second, memory store, 32 senders, one core',
    'ours',
    'official',
  ],
  stream: ['benchmarks', 'resident memory of an idle stream', 'ours', 'official, in the same run'],
  kept: [
    'benchmarks',
    'kept after kill -9, of 10,060 acknowledged',
    'ours',
    'official, in the same run',
  ],
  proofs: [
    'benchmarks',
    'ton_proof from its JSON, checks a second and core',
    'ours',
    'most backends, on Node',
  ],
} as const;

export interface Figure {
  ours: string;
  other: string;
}

export type Figures = Record<keyof typeof PLACES, Figure>;

const cellsOf = (line: string): string[] =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.replaceAll('*', '').trim());

/** The figure of a cell that also names its subject: `name: 124`. */
const figureOf = (cell: string): string => cell.replace(/^.*: /, '');

/** Figures of the first row that starts with `row` and has both columns. @throws if there is none */
export function figureIn(text: string, row: string, ours: string, other: string): Figure {
  const lines = text.split('\n');
  for (const [at, line] of lines.entries()) {
    const cells = cellsOf(line);
    if (!cells[0]?.startsWith(row)) continue;
    let top = at;
    while (lines[top - 1]?.startsWith('|')) top -= 1;
    const head = cellsOf(lines[top] ?? '');
    const [mine, theirs] = [ours, other].map((column) => cells[head.indexOf(column)]);
    if (mine && theirs) return { ours: figureOf(mine), other: figureOf(theirs) };
  }
  throw new Error(`no table has a row "${row}" with figures under "${ours}" and "${other}"`);
}

declare const data: Figures;

export { data };

export default {
  watch: ['../../../../internals/benchmarks.md', '../../../../internals/performance.md'],
  load(): Figures {
    return Object.fromEntries(
      Object.entries(PLACES).map(([name, [file, row, ours, other]]) => {
        const text = readFileSync(resolve(docs, `${file}.md`), 'utf8');
        return [name, figureIn(text, row, ours, other)];
      }),
    ) as Figures;
  },
};
