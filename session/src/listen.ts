/** Listens to events of these names, separated by spaces. Returns a function that stops listening. */
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
