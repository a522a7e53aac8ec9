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
  if (!root.adoptedStyleSheets) {
    // Safari before 16.4, jsdom.
    appendStyles(root, page);
    return;
  }
  const there = new Set(root.adoptedStyleSheets.map((sheet: OwnSheet) => sheet.prichal));
  const added = texts
    .filter((text) => !there.has(text))
    .map((text) => {
      // Of the window it is for: a document refuses another's.
      const sheet: OwnSheet = new view.CSSStyleSheet();
      sheet.replaceSync(text);
      sheet.prichal = text;
      return sheet;
    });
  if (added.length > 0) root.adoptedStyleSheets = [...root.adoptedStyleSheets, ...added];
}

/** The same by elements. */
function appendStyles(root: TreeRoot, page: Document): void {
  const place = root === page ? page.head : root;
  const there = new Set([...place.querySelectorAll('style')].map((style) => style.textContent));
  for (const text of texts) {
    if (there.has(text)) continue;
    const style = page.createElement('style');
    style.textContent = text;
    place.append(style);
  }
}
