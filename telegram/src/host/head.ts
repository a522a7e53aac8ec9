/**
 * What has to happen before a bundle can be there: finding the host, reading the launch, listening
 * to it. Made once per page and left on the window as `prichal`: a page that runs it inline in its
 * head keeps that one, and the bundle reads it.
 */

import { type Head, type HeadWindow, makeHead } from './make-head.js';

export type { BarColors, Head, HeadWindow } from './make-head.js';

/** On a server there is nothing to keep: each call finds that there is no Telegram. */
export function head(): Head {
  if (typeof window === 'undefined') return makeHead();
  const page = window as HeadWindow;
  page.prichal ??= makeHead();
  return page.prichal;
}
