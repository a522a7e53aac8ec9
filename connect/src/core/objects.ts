/* Functions for objects. A module of its own, because plain-object.ts is in the first load. */

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

type Definite<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** Returns a copy without undefined fields. */
export const defined = <T extends object>(fields: T): Definite<T> =>
  Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as Definite<T>;
