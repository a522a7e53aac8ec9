/**
 * Listens to events of these names, which are separated by spaces. Returns a function that stops
 * it.
 */
export function listen(
  target: EventTarget,
  types: string,
  listener: (event: never) => void,
  options?: AddEventListenerOptions,
): () => void {
  const each = (turn: 'addEventListener' | 'removeEventListener'): void => {
    for (const type of types.split(' ')) target[turn](type, listener as EventListener, options);
  };
  each('addEventListener');
  return () => each('removeEventListener');
}

/** jsdom, where many apps test their components, has no media queries. */
const canAsk = (): boolean => typeof matchMedia === 'function';

/** Whether a media query holds; false where nobody can say. */
export const mediaMatches = (query: string): boolean => canAsk() && matchMedia(query).matches;

/** Calls back when a media query begins or ceases to hold. Returns what ends it. */
export const onMediaChange = (query: string, callback: () => void): (() => void) =>
  canAsk() ? listen(matchMedia(query), 'change', callback) : () => undefined;
