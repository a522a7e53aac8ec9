// Minifies built code again, with a slower minifier that finds more than the bundler's.
import { minify } from 'terser';

/**
 * @param {string} code an ES module, or the text of a classic script
 * @param {{ ours?: boolean }} [options] `ours`: all of it is our own source, which uses no function's
 *   `this`, `prototype` or `length`; libraries may.
 * @returns {Promise<string>}
 */
export async function squeeze(code, { ours = false } = {}) {
  const { code: squeezed } = await minify(code, {
    module: true,
    // No newer syntax than in the source: the page's guard uses only syntax of that year.
    ecma: 2015,
    // Browsers compile a function in parentheses while it loads, in parallel with the page. React
    // comes in one of 200 kB, which would otherwise be parsed again when it is called, in the
    // longest task of the start.
    format: { wrap_func_args: !ours },
    compress: { passes: 3, lhs_constants: false, keep_fargs: !ours, unsafe_arrows: ours },
  });
  return squeezed ?? code;
}

/**
 * Vite plugin: minifies the chunks of a build again.
 * @param {{ skip?: RegExp }} [options] `skip`: names of chunks that stay as they are
 * @returns {import('vite').Plugin}
 */
export function squeezeChunks({ skip } = {}) {
  return {
    name: 'prichal:squeeze-chunks',
    apply: 'build',
    enforce: 'post',
    async generateBundle(_options, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk' || skip?.test(chunk.name)) continue;
        const ours = !chunk.moduleIds.some((id) => id.includes('/node_modules/'));
        chunk.code = await squeeze(chunk.code, { ours });
      }
    },
  };
}
