/**
 * The work to do before a bundle is loaded: finds the host, reads the launch, and listens to the host.
 * Created once per page and stored as `window.prichal`. If the page runs it inline in its head, the bundle
 * uses that instance.
 */

import { type Head, type HeadWindow, makeHead } from './make-head.js';

export type { BarColors, Head, HeadWindow } from './make-head.js';

/** On a server, nothing is stored: each call reports that there is no Telegram. */
export function head(): Head {
  if (typeof window === 'undefined') return makeHead();
  const page = window as HeadWindow;
  page.prichal ??= makeHead();
  return page.prichal;
}
