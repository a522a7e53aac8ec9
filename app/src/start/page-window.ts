import type { PageConfig, Words } from './page-config';
import type { showStart } from './screen';

/** Values that the head's script leaves on the window for later scripts. */
export interface PageWindow {
  prichalPage?: {
    readonly config: PageConfig;
    /** Replacements for the page's Russian texts, in the chosen language. */
    readonly words: Words;
    readonly showStart: typeof showStart;
    /** Must be called when the skeleton is in the document. */
    skeletonStands(): void;
    /** The first press in the skeleton that the app has to handle (skeleton-press.ts). */
    pressed?: 'connect' | 'link';
  };
}

/** Returns the window. A build, which renders the skeleton, has no window. */
export const pageWindow = (): PageWindow => globalThis as PageWindow;
