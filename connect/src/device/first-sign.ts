/** Calls back once, at the first sign of a visitor: a movement, a touch, a key. Returns a cancel. */
export function atFirstSign(work: () => void): () => void {
  const abort = new AbortController();
  const { signal } = abort;
  for (const type of ['pointermove', 'pointerdown', 'keydown']) {
    const onSign = (): void => {
      abort.abort();
      work();
    };
    window.addEventListener(type, onSign, { signal, capture: true, passive: true });
  }
  return () => abort.abort();
}
