import { listen } from './listen.js';

/** jsdom, where many apps test their components, has no media queries. */
const canAsk = (): boolean => typeof matchMedia === 'function';

/** Whether a media query holds; false where nobody can say. */
export const mediaMatches = (query: string): boolean => canAsk() && matchMedia(query).matches;

/** Calls back when a media query begins or ceases to hold. Returns what ends it. */
export const onMediaChange = (query: string, callback: () => void): (() => void) =>
  canAsk() ? listen(matchMedia(query), 'change', callback) : () => undefined;
