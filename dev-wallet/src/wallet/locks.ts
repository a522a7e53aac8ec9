/**
 * Runs `task` exclusively under a name, for all that share the wallet's store. Aborting ends the
 * wait, not the task.
 */
export type Alone = <T>(name: string, task: () => Promise<T>, signal?: AbortSignal) => Promise<T>;

/** Makes locks for a wallet that is not shared. Tasks run one after the other, in order. */
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
