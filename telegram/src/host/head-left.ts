import type { Head, HeadWindow } from './head.js';

/**
 * The findings of the head that ran inline. Stands in for head.ts under the condition
 * `prichal-head`.
 *
 * @throws Error when no head ran: then the page must be built without the condition.
 */
export function head(): Head {
  const { prichal } = window as HeadWindow;
  if (!prichal) throw new Error('window.prichal is missing: run the head inline');
  return prichal;
}
