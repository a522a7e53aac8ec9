/** A version, `major.minor`, as a number: 6.9 weighs 6.09, and 6.10 more. */
export const weight = (version: string): number => Number(version.replace(/\.(\d)$/, '.0$1'));

/** Below zero, zero or above zero as `a` is older than, equal to or newer than `b`. */
export const compareVersions = (a: string, b: string): number => weight(a) - weight(b);
