import { expect, it } from 'vitest';
import { listNames } from './CodeForAny.js';

const NAMES = ['Quay', 'Buoy', 'Compass'];

it.each([
  ['en', 'Quay, Buoy, and Compass'],
  ['ru', 'Quay, Buoy и Compass'],
  ['uk', 'Quay, Buoy і Compass'],
  ['es', 'Quay, Buoy y Compass'],
  ['pt', 'Quay, Buoy e Compass'],
  ['tr', 'Quay, Buoy ve Compass'],
  ['id', 'Quay, Buoy, dan Compass'],
])('joins names as in the language %s', (language, listed) => {
  expect(listNames(NAMES, language)).toBe(listed);
});

it.each(['my_words', ''])('joins names with commas if "%s" is not a language', (language) => {
  expect(listNames(NAMES, language)).toBe('Quay, Buoy, Compass');
});

it('shows a single name unchanged', () => {
  expect(listNames(['Quay'], 'ru')).toBe('Quay');
});
