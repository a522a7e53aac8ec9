import { listen } from './listen.js';

/** Calls back once, at the first sign of a visitor: a movement, a touch, a key. Returns a cancel. */
export function atFirstSign(work: () => void): () => void {
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
