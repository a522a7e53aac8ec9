/* The documentation site as readers get it: build/site from the real server. */
import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Server, startServer } from '../fixtures/server.ts';

/** Output folder of `script/build site`. */
export const BUILD = resolve(import.meta.dirname, '../../build/site');

export const serveSite = (): Promise<Server> =>
  startServer(['--web', BUILD, '--public-url', 'https://docs.example.org'], {
    PRICHAL_DEV_ENABLED: 'false',
    PRICHAL_STORE_KIND: 'memory',
  });

export interface BuiltPage {
  /** Path below the build's folder. */
  file: string;
  /** Path on the server. */
  path: string;
  html: string;
}

/**
 * Returns every page of the build.
 * @throws if the site has not been built
 */
export function builtPages(): BuiltPage[] {
  const pages = globSync('**/*.html', { cwd: BUILD }).map((file) => ({
    file,
    path: `/${file.replace(/(^|\/)index\.html$/, '$1').replace(/\.html$/, '')}`,
    html: readFileSync(resolve(BUILD, file), 'utf8'),
  }));
  if (pages.length < 50) {
    throw new Error(`${BUILD} has ${pages.length} pages: script/build site makes them`);
  }
  return pages;
}
