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
