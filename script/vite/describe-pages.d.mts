import type { Plugin } from 'vite';

/** What the server has to know of a page: `index.html.json` beside `index.html`. */
export interface PageDescription {
  /** SHA-256 of the page's bytes, in hex: which page this is about. */
  sha256: string;
  /** Hashes of the inline scripts, as in a Content-Security-Policy, without quotes. */
  scripts: string[];
  /** The same of the style elements. */
  styles: string[];
  /** Files to load with the page, by its path; under `*` for any other. */
  preloads: Record<string, string[]>;
  /** First byte of what the page's configuration replaces, and the byte behind it. */
  config?: number[] | undefined;
}

/**
 * The description of a page.
 * @throws when it is not UTF-8, or the server's places in it are not as they should be
 */
export declare function describePage(page: Buffer): PageDescription;

/**
 * Writes the description of each page (`*.html`) in a folder and below, beside it. Gives the pages.
 * @throws as {@link describePage}, with the page's name
 */
export declare function describePagesIn(folder: string): string[];

/** Vite plugin: describes the pages of a build when they are written. */
export declare function describePages(): Plugin;
