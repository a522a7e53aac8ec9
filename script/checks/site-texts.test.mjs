// The documentation's reference is made of the code's own tables and of docs/, in English and Russian
// (docs/site/generate): what was added or changed there has its Russian, an error its cure, a property of the
// widget its purpose.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { generate } from '../../docs/site/generate/reference.ts';

test('every text that the reference needs exists, and none is stale', () => {
  // The packages' own comments are made by their build, and need nothing else.
  const { pages, problems } = generate(false);
  assert.ok(pages.length > 40, `${pages.length} pages`);
  assert.deepEqual(problems, []);
});
