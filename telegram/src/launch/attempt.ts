/** What an action gives; null when it throws. */
export function attempt<T>(action: () => T): T | null {
  try {
    return action();
  } catch {
    return null;
  }
}

/** Reads JSON of somebody else's; what is none is null. */
export const readJson = (text: unknown): unknown => attempt(() => JSON.parse(text as string));
