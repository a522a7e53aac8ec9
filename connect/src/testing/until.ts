import { vi } from 'vitest';

/** Waits for a condition. The timeout is longer than a busy machine needs to load a chunk. */
export const until = <T>(condition: () => T) => vi.waitUntil(condition, 30_000);
