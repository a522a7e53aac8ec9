/* The documentation site, build/site, on the real server. */
import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Server, startServer } from '../fixtures/server.ts';

/** Folder that `script/build site` writes. */
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

/** Every page of the build. @throws if the site is not built */
export function builtPages(): BuiltPage[] {
  const pages = globSync('**/*.html', { cwd: BUILD }).map((file) => ({
    file,
    path: `/${file.replace(/(^|\/)index\.html$/, '$1').replace(/\.html$/, '')}`,
    html: readFileSync(resolve(BUILD, file), 'utf8'),
  }));
  if (pages.length < 50) {
    throw new Error(`${BUILD} has ${pages.length} pages. Fix: run script/build site.`);
  }
  return pages;
}
