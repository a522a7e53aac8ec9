/* Plain objects: recognising, merging and comparing them. All of it is in the first load. */

const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  Object.prototype.toString.call(value) === '[object Object]';

/** Merges `over` into a copy of `base`, deeply. Arrays, functions and strings are replaced. */
export function merge(base: unknown, over: unknown): unknown {
  if (!isPlainObject(base) || !isPlainObject(over)) return over;
  const merged = { ...base };
  for (const key in over) merged[key] = merge(base[key], over[key]);
  return merged;
}

/** Whether two values are equal. Compares plain data deeply, and other values by identity. */
export function isSame(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (!isData(a) || !isData(b)) return false;
  return Object.keys({ ...a, ...b }).every((key) => isSame(a[key], b[key]));
}

const isData = (value: unknown): value is Record<string, unknown> =>
  Array.isArray(value) || isPlainObject(value);
