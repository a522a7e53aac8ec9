// Vite plugin: writes a .br and a .gz file next to every text file of a build, so that the server,
// which serves from memory, does not compress at run time.
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { afterBuild } from './after-build.mjs';

const TEXT = /\.(js|css|svg|json|html|webmanifest|txt|md|map)$/;

/** @param {Buffer} bytes @param {number} quality */
const brotli = (bytes, quality) =>
  brotliCompressSync(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  });

/**
 * Writes compressed files next to the files of a folder.
 * @param {string} folder
 * @param {{ skip?: readonly string[], quality?: number }} [options] `skip`: file names, relative to
 * the folder, that are not compressed (a page that the server fills in); `quality`: of Brotli, 11
 * at most
 */
export function precompressIn(folder, { skip = [], quality = constants.BROTLI_MAX_QUALITY } = {}) {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!TEXT.test(name) || skip.includes(name)) continue;
    const path = join(folder, name);
    // Compressed by an earlier build into the same folder.
    const done = statSync(`${path}.br`, { throwIfNoEntry: false });
    if (done && done.mtimeMs >= statSync(path).mtimeMs) continue;
    const bytes = readFileSync(path);
    for (const [ending, packed] of [
      ['.br', brotli(bytes, quality)],
      ['.gz', gzipSync(bytes, { level: 9 })],
    ]) {
      // A compressed file that is not smaller would only cost memory and decoding time.
      if (packed.length < bytes.length) writeFileSync(path + ending, packed);
    }
  }
}

/**
 * @param {{ skip?: readonly string[] }} [options]
 * @returns {import('vite').Plugin}
 */
export const precompress = (options = {}) =>
  afterBuild('prichal:precompress', (folder) => precompressIn(folder, options));
