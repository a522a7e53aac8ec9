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

/** Calls back once, at the visitor's first movement, touch or key. Returns a cancel. */
export function onFirstInteraction(work: () => void): () => void {
  const onSign = (): void => {
    cancel();
    work();
  };
  const cancel = listen(window, 'pointermove pointerdown keydown', onSign, {
    capture: true,
    passive: true,
  });
  return cancel;
}
