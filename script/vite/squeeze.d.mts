import type { Plugin } from 'vite';

export function squeeze(code: string, options?: { ours?: boolean }): Promise<string>;
export function squeezeChunks(options?: { skip?: RegExp }): Plugin;
