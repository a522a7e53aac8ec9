/*
 * `#styles` for builds from the source. The bundler finds the CSS files by their imports, so these functions do
 * nothing. The published package has styles-in-scripts.tsx instead.
 */
import type { ReactNode, RefCallback } from 'react';

/** Adds the styles to the document or shadow root of the widget. Returns the `ref` of the widget's root. */
export const useStyles = (): RefCallback<Element> | undefined => undefined;

/** The styles of a root in the server's HTML. */
export const ServerStyles: (() => ReactNode) | null = null;
