import type { Plugin } from 'vite';

/**
 * Vite plugin: writes a .br and a .gz file next to every text file of a build, except those in
 * `skip`.
 */
export declare function precompress(options?: { skip?: readonly string[] }): Plugin;

/** Writes the same files in an existing folder. `quality` of Brotli: at most 11, the default. */
export declare function precompressIn(
  folder: string,
  options?: { skip?: readonly string[]; quality?: number },
): void;
