/*
 * `#styles` for whoever builds the widget from its source: the bundler finds the CSS files by their
 * imports, so there is nothing to do. The published package has styles-in-scripts.tsx in its place.
 */
import type { ReactNode, RefCallback } from 'react';

/** Sees to it that the styles are where a root of the widget is. Returns what the root has as `ref`. */
export const useStyles = (): RefCallback<Element> | undefined => undefined;

/** The styles of a root in the server's HTML. */
export const ServerStyles: (() => ReactNode) | null = null;
