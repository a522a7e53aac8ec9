import { expect, it } from 'vitest';
import { squeeze } from '../../script/vite/squeeze.mjs';

it("wraps a library's function in parentheses, so that browsers compile it early", async () => {
  const chunk =
    "import { wrap } from './runtime.js'; export const library = wrap(() => { go(1); go(2); });";
  expect(await squeeze(chunk)).toContain('((()=>{');
});
