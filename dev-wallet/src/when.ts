/** An object that notifies listeners of its changes. */
export type Changing = { subscribe(listener: () => void): () => void };

/**
 * Resolves with the first value other than undefined that `look` returns, now or after a change.
 * Rejects with `words` after `timeout` milliseconds, with a stack that leads to the caller.
 */
export function when<T>(
  source: Changing,
  look: () => T | undefined,
  timeout: number,
  words: () => string,
): Promise<T> {
  const late = new Error();
  return new Promise((resolve, reject) => {
    const first = look();
    if (first !== undefined) return resolve(first);
    const finish = () => {
      clearTimeout(timer);
      unsubscribe();
    };
    const timer = setTimeout(() => {
      finish();
      late.message = words();
      reject(late);
    }, timeout);
    const unsubscribe = source.subscribe(() => {
      const found = look();
      if (found === undefined) return;
      finish();
      resolve(found);
    });
  });
}
