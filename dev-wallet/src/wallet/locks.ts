/**
 * Runs `task` alone under a name, among all who share the wallet's store. Aborting gives up the wait, not
 * the task.
 */
export type Alone = <T>(name: string, task: () => Promise<T>, signal?: AbortSignal) => Promise<T>;

/** For a wallet that nobody shares: one task after the other, in the order in which they come. */
export function ownLocks(): Alone {
  const last = new Map<string, Promise<unknown>>();
  return (name, task, signal) => {
    const begun = (last.get(name) ?? Promise.resolve()).then(() => {
      signal?.throwIfAborted();
      return task();
    });
    last.set(
      name,
      begun.catch(() => undefined),
    );
    return begun;
  };
}
