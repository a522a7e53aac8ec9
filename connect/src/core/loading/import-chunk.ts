import { TonConnectUIError } from '../errors/base-errors.js';

/** Pause before the second import, in ms. Most short outages are over by then. */
const PAUSE_MS = 400;

/** Firefox's message of a failed import. Messages of other browsers do not match. */
const FIREFOX_FAILURE = /error loading dynamically imported module: (\S+)/i;

/** Links that the bundler added for a chunk, by the name that the chunk exports. */
const preloads: Record<string, HTMLLinkElement[]> = {};

/**
 * Imports a chunk of this package. If that fails, imports it once more after a pause. `has` is a name
 * that the chunk exports.
 *
 * Browsers cache a failed module load, so a plain second import can fail without a request:
 *
 * - WebKit (2.50) caches a failed `modulepreload`, also over a reload, until the address is fetched.
 *   A bundler adds these links at the first import of a chunk, for the chunk and its imports. Only
 *   these addresses are fetched. The HTTP cache has those that did not fail.
 * - Firefox before 155 caches a failed import until the page is closed (whatwg/html#6768). The second
 *   import uses an address that is new to the page. A bundler can export the chunk as a namespace of
 *   a larger one, which is why `has` is needed.
 *
 * @throws TonConnectUIError with the code `NOT_LOADED`; `cause` is the error of the import. The next
 * call tries again.
 */
export function importChunk<T extends object>(
  load: () => Promise<T>,
  has: keyof T & string,
): Promise<T> {
  const before = preloadLinks();
  const loading = load();
  const added = preloadLinks().filter((link) => !before.includes(link));
  const own = added.concat(preloads[has] ?? []);
  preloads[has] = own;
  return loading
    .catch(async () => {
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      const refetch = async ({ href }: HTMLLinkElement) => (await fetch(href)).blob();
      await Promise.allSettled(own.map(refetch));
      return load();
    })
    .catch((error) => importFromNewAddress<T>(error, has))
    .catch((cause) => {
      const reason = cause instanceof Error ? cause.message : '';
      throw new TonConnectUIError(
        `A part of the widget could not be loaded: ${reason}. Try again, or reload the page.`,
        { code: 'NOT_LOADED', cause },
      );
    });
}

const preloadLinks = (): HTMLLinkElement[] => [
  ...(globalThis.document?.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload]') ?? []),
];

async function importFromNewAddress<T extends object>(error: unknown, has: string): Promise<T> {
  const [, address] = FIREFOX_FAILURE.exec(String(error)) ?? [];
  if (!address) throw error;
  // The comments stop bundlers from resolving the address, which is known only at run time.
  const module: object = await import(
    /* @vite-ignore */ /* webpackIgnore: true */ /* turbopackIgnore: true */ `${address}#${Date.now()}`
  );
  const chunk = [module, ...Object.values(module)].find((one): one is T => has in Object(one));
  if (!chunk) throw error;
  return chunk;
}
