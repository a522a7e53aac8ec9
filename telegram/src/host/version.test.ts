import { expect, it } from 'vitest';
import { compareVersions } from './version.js';

it.each([
  ['6.10', '6.9', 1],
  ['7.10', '7.9', 1],
  ['6.0', '6.1', -1],
  ['8.0', '8', 0],
  ['9.0', '10.1', -1],
  ['6.1', '6.1', 0],
])('compares %s with %s part by part', (a, b, sign) => {
  expect(Math.sign(compareVersions(a, b))).toBe(sign);
});
