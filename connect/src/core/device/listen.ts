/** Adds a listener for space-separated event names. Returns a function that removes it. */
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

/** Whether a media query matches. False if the environment has no media queries. */
export const mediaMatches = (query: string): boolean => canAsk() && matchMedia(query).matches;

/** Calls back when the match of a media query changes. Returns a function that removes the listener. */
export const onMediaChange = (query: string, callback: () => void): (() => void) =>
  canAsk() ? listen(matchMedia(query), 'change', callback) : () => undefined;
