import type { Plugin } from 'vite';

const HELPER = /vite\/preload-helper\.js$/;

/**
 * Runs before each dynamic import: fetches the chunk and the files that it needs, side by side, and
 * imports when all have come. A browser before HTML's change of 2026 (Firefox below 155) keeps a
 * module that could not be had for as long as the page lives and never asks for it again; what is
 * fetched first may fail, and be tried again, in every engine. The import then finds the files in the
 * HTTP cache. Those that the page has asked for as modules already are left to it.
 *
 * Stands in for Vite's own helper, which puts modules into the page before anybody knows whether they
 * come. Vite names no files where a chunk needs none but itself: its name stands in the import.
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

/** Vite plugin: the helper above. */
export function preloadHelper(): Plugin {
  return {
    name: 'prichal:preload-helper',
    apply: 'build',
    enforce: 'pre',
    load: { filter: { id: HELPER }, handler: () => SOURCE },
  };
}
