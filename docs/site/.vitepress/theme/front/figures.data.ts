/*
 * Figures of the front page, from the tables of the measurements page, so that each figure is in one place. The build
 * fails if a row is missing.
 */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

const MEASUREMENTS = '../../../measurements/index.md';

/** Start of each row's first cell. The next two cells have the figures. */
const ROWS = {
  paint: 'Mini app: first contentful paint',
  requests: 'Mini app: requests to other origins before a click',
  messages: 'Messages per second, in memory, 32 senders',
  stream: 'Memory of an idle stream',
  kept: 'Acknowledged messages kept after `kill -9`',
  proofs: 'Checks of `ton_proof`',
} as const;

export interface Figure {
  ours: string;
  other: string;
}

export type Figures = Record<keyof typeof ROWS, Figure>;

/** A number with its unit, without the words after it: `10,060 on disk` becomes `10,060`. */
const figureOf = (cell = ''): string => /^[\d,.]+(?: (?:k?B|ms)\b)?/.exec(cell)?.[0] ?? '';

/** @throws if no table has the row, or a cell has no figure */
export function figureIn(text: string, row: string): Figure {
  const cells = text
    .split('\n')
    .find((line) => line.startsWith(`| ${row}`))
    ?.split(/(?<!\\)\|/)
    .map((cell) => cell.trim());
  const [ours, other] = [figureOf(cells?.[2]), figureOf(cells?.[3])];
  if (ours && other) return { ours, other };
  throw new Error(`no table of the measurements has a row "${row}" with two figures`);
}

declare const data: Figures;

export { data };

export default {
  watch: [MEASUREMENTS],
  load(): Figures {
    const text = readFileSync(resolve(import.meta.dirname, MEASUREMENTS), 'utf8');
    return Object.fromEntries(
      Object.entries(ROWS).map(([name, row]) => [name, figureIn(text, row)]),
    ) as Figures;
  },
};
