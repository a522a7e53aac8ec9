/* `#styles` of the published package (docs/internals/decisions/0020). */
import { type ReactNode, type RefCallback, useInsertionEffect, useSyncExternalStore } from 'react';

/** Adds the styles to the root's own document or shadow root, where an app's portal may have put it. */
const adoptAround: RefCallback<Element> = (element) => {
  const root = element?.getRootNode();
  // Without `instanceof`, because another window has other classes.
  if (root && ('head' in root || 'host' in root)) adoptStyleSheets(root as Document | ShadowRoot);
};

/** Adds the styles to the document or shadow root of the widget. Returns the `ref` of the widget's root. */
export function useStyles(): RefCallback<Element> {
  // Before the effects of components measure anything.
  useInsertionEffect(() => adoptStyleSheets(document), []);
  return adoptAround;
}

const never = () => () => undefined;

/**
 * The styles of a root in the server's HTML. They are rendered again while React hydrates that HTML, and removed
 * afterwards, because the document has adopted them by then.
 */
export function ServerStyles(): ReactNode {
  const fromServer = useSyncExternalStore(
    never,
    () => false,
    () => true,
  );
  if (!fromServer) return null;
  // The browser may have more style sheets by now. The text in the HTML stays unchanged.
  return (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: it is the package's CSS, which React would escape.
    <style suppressHydrationWarning dangerouslySetInnerHTML={{ __html: styleSheetsText() }} />
  );
}

/*
 * The published package has its styles in JavaScript, so that an app's bundler, server and test runner need not
 * handle CSS files (docs/internals/decisions/0020). The build turns each CSS file into a module that calls `addStyleSheet`.
 * The document of a widget's root then adopts the sheets. `style-src` does not apply to an adopted sheet.
 */

/** A node that can adopt style sheets. */
type TreeRoot = Document | ShadowRoot;

/** Texts of the style sheets, in the order in which their modules were evaluated. */
const texts: string[] = [];

/** Whether the page's document adopts the sheets. Then it adopts later ones at once. */
let adopted = false;

/** A sheet with its text, so that a second copy of this package does not add the same sheet again. */
type OwnSheet = CSSStyleSheet & { prichal?: string };

/** Adds a style sheet. The build creates a module with this call for each CSS file. */
export function addStyleSheet(text: string): void {
  texts.push(text);
  if (adopted) adoptStyleSheets(document);
}

/** Returns the text of all style sheets, for the server's HTML. */
export const styleSheetsText = (): string => texts.join('');

/** Adopts all sheets that `root` does not have yet. Does nothing for a document without a window. */
export function adoptStyleSheets(root: TreeRoot): void {
  const page = root.ownerDocument ?? (root as Document);
  const view = page.defaultView;
  if (!view) return;
  adopted ||= root === document;
  const place = root === page ? page.head : root;
  // Safari before 16.4 and jsdom cannot adopt sheets. They get `<style>` elements.
  const sheets: OwnSheet[] | undefined = root.adoptedStyleSheets;
  const there = sheets
    ? sheets.map(({ prichal }) => prichal)
    : [...place.querySelectorAll('style')].map(({ textContent }) => textContent);
  for (const text of texts) {
    if (there.includes(text)) continue;
    if (sheets) {
      // Created with the root's window, because a document rejects a sheet of another one.
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
