/* Plain objects: recognising, merging and comparing them. */

/** Every part of a shape may be left out; functions are taken whole. */
export type DeepPartial<T> = {
  [K in keyof T]?: T[K] extends string | ((...args: never[]) => unknown) ? T[K] : DeepPartial<T[K]>;
};

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** `over` laid over `base`, part by part; arrays, functions and texts are taken whole. */
export function merge(base: unknown, over: unknown): unknown {
  if (!isObject(base) || !isObject(over)) return over;
  const merged = { ...base };
  for (const key in over) merged[key] = merge(base[key], over[key]);
  return merged;
}

type Definite<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** Without the fields that are undefined. */
export const defined = <T extends object>(fields: T): Definite<T> =>
  Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as Definite<T>;

/** Whether two values are equal: plain data part by part, anything else (functions) by identity. */
export function isSame(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (!isData(a) || !isData(b)) return false;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length && keys.every((key) => key in b && isSame(a[key], b[key]))
  );
}

const isData = (value: unknown): value is Record<string, unknown> =>
  Array.isArray(value) || Object.prototype.toString.call(value) === '[object Object]';
