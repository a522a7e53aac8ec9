/* `#styles` of the published package (docs/decisions/0020). */
import { type ReactNode, type RefCallback, useInsertionEffect, useSyncExternalStore } from 'react';
import { adoptStyleSheets, styleSheetsText } from './style-sheets.js';

/** A root may stand in another document or in a shadow tree: a host's portal put it there. */
const adoptAround: RefCallback<Element> = (element) => {
  const root = element?.getRootNode();
  // Not by classes: those of another window are others.
  if (root && ('head' in root || 'host' in root)) adoptStyleSheets(root as Document | ShadowRoot);
};

/** Sees to it that the styles are where a root of the widget is. Returns what the root has as `ref`. */
export function useStyles(): RefCallback<Element> {
  // Before the effects of what is in the root measure anything.
  useInsertionEffect(() => adoptStyleSheets(document), []);
  return adoptAround;
}

const never = () => () => undefined;

/**
 * The styles of a root in the server's HTML. They are rendered once more while React takes that HTML
 * over, and go when it has: the document has adopted them by then.
 */
export function ServerStyles(): ReactNode {
  const fromServer = useSyncExternalStore(
    never,
    () => false,
    () => true,
  );
  if (!fromServer) return null;
  // The browser may know more style sheets by now: what stands there stays as it is.
  return (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: it is CSS of ours, which React would escape.
    <style suppressHydrationWarning dangerouslySetInnerHTML={{ __html: styleSheetsText() }} />
  );
}
