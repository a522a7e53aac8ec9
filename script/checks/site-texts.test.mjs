// Checks the texts of the documentation's reference (docs/site/generate), which is made from the
// code's tables and docs/ in English and Russian: every entry has a Russian text, every error a
// fix, every property of the widget a purpose.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { generate } from '../../docs/site/generate/reference.ts';

test('every text that the reference needs exists, and none is stale', () => {
  // The comments of the packages come from their builds and need no other text.
  const { pages, problems } = generate(false);
  assert.ok(pages.length > 40, `${pages.length} pages`);
  assert.deepEqual(problems, []);
});
