const weight = (version: string): number =>
  version.split('.').reduce((sum, part, i) => sum + +part / 1000 ** i, 0);

/** Below zero, zero or above zero as `a` is older than, equal to or newer than `b`: 6.10 > 6.9. */
export const compareVersions = (a: string, b: string): number => weight(a) - weight(b);
