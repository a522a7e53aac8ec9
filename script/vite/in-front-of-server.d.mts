import type { Plugin } from 'vite';

/**
 * Vite plugin: a development server in front of a running Prichal. Stops with one line if no server answers, and
 * prints the address of the page to open.
 */
export declare function inFrontOfServer(options: {
  /** Pattern of the paths that the running server answers. */
  proxied: string;
  /** Path of the page to open. */
  page: string;
  /** False for a page that sends no request to the server. */
  needed?: boolean;
}): Plugin;
