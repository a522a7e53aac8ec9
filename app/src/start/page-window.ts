import type { PageConfig } from './page-config';

/** What the head's script leaves for the scripts after it. */
export interface PageWindow {
  prichalPage: {
    readonly config: PageConfig;
    /** To be called once the skeleton stands in the document. */
    skeletonStands(): void;
  };
}

export const pageWindow = (): PageWindow => window as unknown as PageWindow;
