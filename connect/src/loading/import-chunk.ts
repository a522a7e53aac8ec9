import { TonConnectUIError } from '../errors/base-errors.js';

/** Pause before a chunk that did not come is asked for again, ms: most cuts are over by then. */
const PAUSE_MS = 400;

/** Firefox names the module in this message; other browsers use other words, or name nothing. */
const FIREFOX_FAILURE = /^error loading dynamically imported module: (\S+)/i;

/** How often a chunk was asked for under another address. */
let retries = 0;

/**
 * Imports a chunk of this package, and once more after a pause when that fails. `has` is a name that
 * the chunk exports.
 *
 * Firefox before 155 keeps the failure of a module for as long as the page lives
 * (whatwg/html#6768), so there the chunk is asked for under an address that no try had before. A
 * bundler may export the chunk as a namespace of a larger one: `has` tells which.
 *
 * @throws TonConnectUIError with the code `NOT_LOADED`; `cause` is what the import threw. The next
 * call tries again.
 */
export async function importChunk<T extends object>(
  load: () => Promise<T>,
  has: keyof T & string,
): Promise<T> {
  try {
    return await load();
  } catch {
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    await refetchPreloads();
  }
  try {
    return await load().catch((error) => fromAnotherAddress(error, has));
  } catch (cause) {
    throw new TonConnectUIError(
      `A part of the widget could not be loaded: ${messageOf(cause)}. Try again, or reload the page.`,
      { code: 'NOT_LOADED', cause },
    );
  }
}

/**
 * Bundlers put a chunk, and what it imports, into the page as `modulepreload`. Where such a module
 * could not be had WebKit (2.50) gives the failure to every import of it, over a reload too, until it
 * is fetched by other means. What had come is in the HTTP cache.
 */
async function refetchPreloads(): Promise<void> {
  const links = globalThis.document?.querySelectorAll<HTMLLinkElement>('link[rel="modulepreload"]');
  await Promise.allSettled(
    [...(links ?? [])].map(({ href }) => fetch(href).then((answer) => answer.blob())),
  );
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : '');

async function fromAnotherAddress<T extends object>(error: unknown, has: string): Promise<T> {
  const [, address] = FIREFOX_FAILURE.exec(messageOf(error)) ?? [];
  if (!address) throw error;
  retries += 1;
  const url = `${address}${address.includes('?') ? '&' : '?'}retry=${retries}`;
  // Bundlers leave this import as it is: only the browser knows the address.
  const module: object = await import(
    /* @vite-ignore */ /* webpackIgnore: true */ /* turbopackIgnore: true */ url
  );
  const chunk = [module, ...Object.values(module)].find((one): one is T => has in Object(one));
  if (!chunk) throw error;
  return chunk;
}
