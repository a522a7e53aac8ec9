/* Figures of the front page: their units, and how each language writes them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { figureIn, formatFigure } from '../.vitepress/theme/front/numbers.ts';

test('a figure keeps its unit, and loses the words after it', () => {
  for (const [cell, figure] of [
    ['25.7 µs', '25.7 µs'],
    ['135 MB', '135 MB'],
    ['2 s on disk', '2 s'],
    ['10,060 on disk', '10,060'],
    ['124 (`@ton/core`, `tweetnacl`)', '124'],
    ['0', '0'],
  ]) {
    assert.deepEqual(figureIn(`| Row | ${cell} | 1 |`, 'Row'), { ours: figure, other: '1' });
  }
});

test('a figure in an unknown unit fails the build, as does a missing row', () => {
  for (const cell of ['12 GiB', '12 ns on disk', '–', '']) {
    assert.throws(() => figureIn(`| Row | ${cell} | 1 |`, 'Row'), /row "Row" with two figures/);
  }
  assert.throws(() => figureIn('| Row | 1 | 1 |', 'Other'), /row "Other"/);
});

test('Russian has its own units and separators', () => {
  for (const [figure, russian] of [
    ['82,000', '82\u00a0000'],
    ['46.1 kB', '46,1\u00a0КБ'],
    ['25.7 µs', '25,7\u00a0мкс'],
  ] as const) {
    assert.equal(formatFigure(figure, 'ru'), russian);
  }
  assert.equal(formatFigure('46.1 kB', 'en'), '46.1\u00a0kB');
});
