/*
 * Figures of the front page, from the tables of the measurements page, so that each figure is in one place. The build
 * fails if a row is missing.
 */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Figure, figureIn } from './numbers.ts';

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

export type Figures = Record<keyof typeof ROWS, Figure>;

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
