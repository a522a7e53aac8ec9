import type { Plugin } from 'vite';

const HELPER = /vite\/preload-helper\.js$/;

/**
 * Helper that runs before each dynamic import. It fetches the chunk and its dependencies in
 * parallel, and imports when all have arrived. Browsers before HTML's change of 2026 (Firefox below
 * 155) remember a module that failed to load and never request it again; a failed fetch can be
 * retried in every engine. The import then finds the files in the HTTP cache. Modules that the page
 * already requests are not fetched.
 *
 * Replaces Vite's own helper, which adds modules to the page before they have loaded. Vite lists no
 * files for a chunk without dependencies, so the chunk's name is read from the import.
 */
const SOURCE = String.raw`
const asked = new Map();
async function ask(address) {
  if (address.endsWith('.css')) return askStyle(address);
  if (document.querySelector('[rel=modulepreload][href="' + address + '"],[src="' + address + '"]')) return;
  const answer = await fetch(address);
  if (!answer.ok) throw answer;
  await answer.blob();
}
function askStyle(address) {
  if (document.querySelector('[rel=stylesheet][href="' + address + '"]')) return;
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = address;
  document.head.append(link);
  return new Promise((arrived, failed) => {
    link.onload = arrived;
    link.onerror = () => {
      link.remove();
      failed();
    };
  });
}
function askOnce(address) {
  if (!asked.has(address)) {
    asked.set(address, ask(address).catch(() => {
      asked.delete(address);
      throw new Error('Unable to load ' + address);
    }));
  }
  return asked.get(address);
}
export function __vitePreload(load, files = []) {
  const [, chunk] = /["'\x60]([.]\/[\w.-]+[.]js)["'\x60]/.exec(load) || [];
  const addresses = files.map((file) => '/' + file);
  if (chunk) addresses.push(new URL(chunk, import.meta.url).pathname);
  return Promise.all([...new Set(addresses)].map(askOnce)).then(load);
}
`;

/** Vite plugin: replaces Vite's preload helper. */
export function preloadHelper(): Plugin {
  return {
    name: 'prichal:preload-helper',
    apply: 'build',
    enforce: 'pre',
    load: { filter: { id: HELPER }, handler: () => SOURCE },
  };
}
