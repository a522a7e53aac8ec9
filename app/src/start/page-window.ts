import type { PageConfig, Words } from './page-config';
import type { showStart } from './screen';

/** What the head's script leaves for the scripts after it. */
export interface PageWindow {
  prichalPage?: {
    readonly config: PageConfig;
    /** What the page says in place of its Russian texts, in the language that was chosen. */
    readonly words: Words;
    readonly showStart: typeof showStart;
    /** To be called once the skeleton stands in the document. */
    skeletonStands(): void;
    /** What was pressed before the code was there to follow it (skeleton-press.ts). */
    pressed?: 'connect' | 'link';
  };
}

/** The window; a build, which renders the skeleton, has none. */
export const pageWindow = (): PageWindow => globalThis as PageWindow;
