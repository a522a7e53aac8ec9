import type { Head, HeadBase, HeadWindow } from './head.js';

/**
 * The findings of the head that ran inline. Stands in for head.ts under the condition
 * `prichal-head`.
 *
 * @throws Error when no head ran, or not all of it: then the page must be built without the condition.
 */
export function head(): Head {
  const { prichalHead } = window as HeadWindow;
  if (!prichalHead || !('theme' in prichalHead)) {
    throw new Error('The inline head of @prichal/telegram did not run: call hostChannel() in it');
  }
  return prichalHead as Head;
}

export const headBase = (): HeadBase => head();
