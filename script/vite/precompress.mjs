// Vite plugin: writes a .br and a .gz beside every text file of a build, so that the server, which
// serves from memory, never compresses at run time.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { afterBuild } from './after-build.mjs';

const TEXT = /\.(js|css|svg|json|html|webmanifest|txt|map)$/;

/** @param {Buffer} bytes */
const brotli = (bytes) =>
  brotliCompressSync(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  });

/**
 * @param {{ skip?: readonly string[] }} [options] `skip`: file names, relative to the output, that
 *   stay as they are (a page that the server still fills in).
 * @returns {import('vite').Plugin}
 */
export const precompress = ({ skip = [] } = {}) =>
  afterBuild('prichal:precompress', (folder) => {
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      if (!TEXT.test(name) || skip.includes(name)) continue;
      const path = join(folder, name);
      const bytes = readFileSync(path);
      for (const [ending, packed] of [
        ['.br', brotli(bytes)],
        ['.gz', gzipSync(bytes, { level: 9 })],
      ]) {
        // A variant that saves nothing would only cost memory and a decoder's time.
        if (packed.length < bytes.length) writeFileSync(path + ending, packed);
      }
    }
  });
