import type { Theme } from '../features/follow-theme.js';
import type { Head, HeadWindow } from './head.js';
import type { LiveValue } from './live-value.js';

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

export const theme: LiveValue<Theme> = {
  get: () => head().theme.get(),
  subscribe: (listener) => head().theme.subscribe(listener),
};
