/** Converts a version `major.minor` to a number that can be compared: 6.9 is 6.09, and 6.10 is greater. */
export const weight = (version: string): number => Number(version.replace(/\.(\d)$/, '.0$1'));

/** Returns a negative number, zero or a positive number if `a` is older than, equal to or newer than `b`. */
export const compareVersions = (a: string, b: string): number => weight(a) - weight(b);
