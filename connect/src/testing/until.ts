import { vi } from 'vitest';

/** Waits for a condition, longer than a loaded machine needs for a chunk. */
export const until = <T>(condition: () => T) => vi.waitUntil(condition, 30_000);
