// Once more over built code, by a minifier that tries longer: it finds what the bundler's own does not.
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
    // Nothing newer than was written: the page's guard keeps to syntax of that year.
    ecma: 2015,
    // Browsers compile a function in parentheses while it loads, beside the page. React comes in one of
    // 200 kB, which else is read a second time when it is called, in the longest task of the start.
    format: { wrap_func_args: !ours },
    compress: { passes: 3, lhs_constants: false, keep_fargs: !ours, unsafe_arrows: ours },
  });
  return squeezed ?? code;
}

/**
 * Vite plugin: squeezes the chunks of a build.
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
