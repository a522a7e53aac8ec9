import type { Plugin } from 'vite';

/** Writes a .br and a .gz beside every text file of a build, except those named in `skip`. */
export declare function precompress(options?: { skip?: readonly string[] }): Plugin;

/** The same in a folder that is there. `quality`: of Brotli, 11 at most, which it is without it. */
export declare function precompressIn(
  folder: string,
  options?: { skip?: readonly string[]; quality?: number },
): void;
