/** What changes and says so. */
export type Changing = { subscribe(listener: () => void): () => void };

/**
 * The first value other than undefined that `look` gives, now or after a change. Rejects with `words`
 * after `timeout` milliseconds, with a stack that leads to who waits.
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
