/** Returns the result of an action. Null if it throws. */
export function attempt<T>(action: () => T): T | null {
  try {
    return action();
  } catch {
    return null;
  }
}

/** Parses JSON from another source. Null if it is invalid. */
export const readJson = (text: unknown): unknown => attempt(() => JSON.parse(text as string));
