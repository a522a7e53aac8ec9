import type { PageConfig } from './page-config';
import type { showStart } from './screen';

/** What the head's script leaves for the scripts after it. */
export interface PageWindow {
  prichalPage: {
    readonly config: PageConfig;
    /** The path that this launch asks for. */
    readonly path: string;
    readonly showStart: typeof showStart;
    /** To be called once the skeleton stands in the document. */
    skeletonStands(): void;
  };
}

export const pageWindow = (): PageWindow => window as unknown as PageWindow;
