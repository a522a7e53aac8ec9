import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { NAMED_VERSION, VERSION } from './emit.js';

it('is the version in package.json', () => {
  const manifest = readFileSync(new URL('../../../package.json', import.meta.url), 'utf8');
  expect(VERSION).toBe(JSON.parse(manifest).version);
});

it('differs from the versions of the other package', () => {
  expect(NAMED_VERSION).toBe('prichal-2.1.0');
});
