/* `#styles` of the published package (docs/decisions/0020). */
import { type ReactNode, type RefCallback, useInsertionEffect, useSyncExternalStore } from 'react';

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

/*
 * The published package brings its styles as JavaScript, so that no bundler, server or test runner of
 * a host has to know what to do with a CSS file (docs/decisions/0020). The build turns each CSS file
 * into a module that calls `addStyleSheet`; a root of the widget then has them adopted by the document
 * that it stands in. An adopted sheet is not subject to `style-src`.
 */

/** What can adopt style sheets. */
type TreeRoot = Document | ShadowRoot;

/** In the order in which their modules were evaluated. */
const texts: string[] = [];

/** Whether the page's own document has been asked to adopt: what is added later goes there at once. */
let adopted = false;

/** With its text on it, so that a second copy of this package does not add the same once more. */
type OwnSheet = CSSStyleSheet & { prichal?: string };

/** Called by the modules that the build makes of CSS files. */
export function addStyleSheet(text: string): void {
  texts.push(text);
  if (adopted) adoptStyleSheets(document);
}

/** All that is known now, for the server's HTML. */
export const styleSheetsText = (): string => texts.join('');

/** Adopts what is known and not yet there. Does nothing for a document without a window. */
export function adoptStyleSheets(root: TreeRoot): void {
  const page = root.ownerDocument ?? (root as Document);
  const view = page.defaultView;
  if (!view) return;
  adopted ||= root === document;
  const place = root === page ? page.head : root;
  // Safari before 16.4 and jsdom adopt nothing: they have elements.
  const sheets: OwnSheet[] | undefined = root.adoptedStyleSheets;
  const there = sheets
    ? sheets.map(({ prichal }) => prichal)
    : [...place.querySelectorAll('style')].map(({ textContent }) => textContent);
  for (const text of texts) {
    if (there.includes(text)) continue;
    if (sheets) {
      // Of the window it is for: a document refuses another's.
      const sheet: OwnSheet = new view.CSSStyleSheet();
      sheet.replaceSync(text);
      sheet.prichal = text;
      sheets.push(sheet);
    } else {
      const style = page.createElement('style');
      style.textContent = text;
      place.append(style);
    }
  }
}
