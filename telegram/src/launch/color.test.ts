import { expect, it } from 'vitest';
import { isDarkColor, parseColor } from './color.js';
import { parseThemeParams } from './theme-params.js';

it.each([
  ['#17212B', '#17212b'],
  [' #fff ', '#ffffff'],
  [0xff17212b, '#17212b'],
  [0, '#000000'],
  ['red', null],
  ['', null],
  ['#12345', null],
  ['#1234567', null],
  [Number.NaN, null],
  [null, null],
  [{}, null],
])('reads the colour %o as %o', (value, expected) => {
  expect(parseColor(value)).toBe(expected);
});

it.each([
  ['#000000', true],
  ['#17212b', true],
  ['#212121', true],
  ['#ffffff', false],
  ['#efeff4', false],
  ['#777777', true],
  ['#797979', false],
])('classifies %s as dark: %s', (color, dark) => {
  expect(isDarkColor(color)).toBe(dark);
});

it('keeps the valid colours of a palette and drops the rest', () => {
  const colors = parseThemeParams({ bg_color: '#fff', text_color: 'black', 'x-y': '#000', a: 5 });
  expect(colors).toEqual({ bg_color: '#ffffff', a: '#000005' });
});

it('separates page and cards of the iOS palette with one colour for both', () => {
  const flat = { bg_color: '#1C1C1D', secondary_bg_color: '#1c1c1d' };
  expect(parseThemeParams(flat).secondary_bg_color).toBe('#2c2c2e');
});

it.each([null, undefined, 'dark', 5, []])('reads %o as an empty palette', (value) => {
  expect(parseThemeParams(value)).toEqual({});
});
