// Checks that generated test vectors equal their script's output.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { test } from 'node:test';
import { vectors } from '../../vectors/ton.mjs';

test('server/src/signin/ton/made.vectors.json is the output of script/vectors/ton.mjs', () => {
  const file = resolve(import.meta.dirname, '../../../server/src/signin/ton/made.vectors.json');
  assert.ok(readFileSync(file, 'utf8') === vectors(), 'node script/vectors/ton.mjs writes it anew');
});
