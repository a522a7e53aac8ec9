import type { Plugin } from 'vite';

const HELPER = /vite\/preload-helper\.js$/;

/**
 * Runs before each dynamic import: asks for the files that the chunk needs as well, so that they
 * come beside it, and waits for its style sheets. A sheet that fails fails the import, which may be
 * tried again. Stands in for Vite's own helper, which does as much for older browsers than ours and
 * for bases that we do not have, in four times the bytes.
 */
const SOURCE = `
const asked = new Map();
function ask(file) {
  const address = '/' + file;
  const isStyle = file.endsWith('.css');
  const rel = isStyle ? 'stylesheet' : 'modulepreload';
  if (document.querySelector('[rel=' + rel + '][href="' + address + '"]')) return;
  const link = document.createElement('link');
  link.rel = rel;
  link.href = address;
  document.head.append(link);
  if (!isStyle) return;
  return new Promise((arrived, failed) => {
    link.onload = arrived;
    link.onerror = () => {
      asked.delete(file);
      link.remove();
      failed(new Error('Unable to load ' + address));
    };
  });
}
export function __vitePreload(load, files = []) {
  for (const file of files) if (!asked.has(file)) asked.set(file, ask(file));
  return Promise.all(files.map((file) => asked.get(file))).then(load);
}
`;

/** Vite plugin: the helper above. */
export function preloadHelper(): Plugin {
  return {
    name: 'prichal:preload-helper',
    apply: 'build',
    enforce: 'pre',
    load: { filter: { id: HELPER }, handler: () => SOURCE },
  };
}
