import type { Plugin } from 'vite';

/** Description of a page for the server: `index.html.json` next to `index.html`. */
export interface PageDescription {
  /** SHA-256 of the page's bytes, in hex. Identifies the page. */
  sha256: string;
  /** Hashes of the inline scripts, as in a Content-Security-Policy, without quotes. */
  scripts: string[];
  /** Hashes of the style elements, in the same format. */
  styles: string[];
  /** Files to preload, by the page's path; `*` for any other path. */
  preloads: Record<string, string[]>;
  /**
   * Range of bytes that the server replaces with the configuration: first byte, and the byte after
   * the last.
   */
  config?: number[] | undefined;
}

/**
 * Returns the description of a page.
 * @throws if it is not UTF-8, or the server's places in it are invalid
 */
export declare function describePage(page: Buffer): PageDescription;

/**
 * Writes the description of each page (`*.html`) in a folder and its subfolders next to the page.
 * Returns the pages.
 * @throws as {@link describePage}, with the page's name
 */
export declare function describePagesIn(folder: string): string[];

/** Vite plugin: describes the pages of a build after it is written. */
export declare function describePages(): Plugin;
