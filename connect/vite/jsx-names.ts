/*
 * React is CommonJS, and for a name imported from such a module a bundler writes `(0, react.jsx)` at every
 * use. The published components import the names of elements from one module, where they are variables: 0.6
 * kB gzip less in an app's chunks. For hooks the gain is too small.
 */
import type { Plugin } from 'vite';

const SOURCE = 'react/jsx-runtime';
const NAMES = ['Fragment', 'jsx', 'jsxs'];

/** Its file is `_virtual/_jsx-names.js`. */
const ID = '\0jsx-names';

export const jsxNames: Plugin = {
  name: 'prichal:jsx-names',
  enforce: 'pre',
  resolveId(source, importer) {
    if (source !== SOURCE) return null;
    return importer === ID ? { id: SOURCE, external: true } : ID;
  },
  load(id) {
    if (id !== ID) return null;
    const values = NAMES.map((name) => `export const ${name} = runtime.${name};`);
    return [`import * as runtime from '${SOURCE}';`, ...values].join('\n');
  },
};
