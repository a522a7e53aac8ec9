import { useState } from 'react';

/** Returns `value`, or while `kept` the last value before that. */
export function useKept<T>(value: T, kept: boolean): T {
  const [last, setLast] = useState(value);
  if (kept || last === value) return last;
  setLast(value);
  return value;
}
