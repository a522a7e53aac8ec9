import type { Plugin } from 'vite';

/** Writes a .br and a .gz beside every text file of a build, except those named in `skip`. */
export declare function precompress(options?: { skip?: readonly string[] }): Plugin;
