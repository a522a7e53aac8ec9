/**
 * Lets a tool that writes `<style>` elements and `style` attributes be seen under a policy that
 * allows neither: what it writes is given to the browser through CSSOM, which the policy does not
 * govern, for a script of ours could do as much anyway (CSP 3, section 6.7.3: only what stands in
 * markup is checked). No directive is loosened for it. Only the debug console's chunk has this.
 */

const FONT = /@font-face\s*\{([^}]*)\}/g;
const FAMILY = /font-family:\s*["']?([\w-]+)/;
const DATA = /url\(["']?data:[^,]*;base64,([^"')]+)/;

/**
 * Gives the browser the fonts that a sheet carries inside, which the policy would not load from an
 * address. Returns the sheet without them.
 */
function takeFonts(css: string): string {
  return css.replace(FONT, (_, face: string) => {
    const [name, base64] = [FAMILY.exec(face)?.[1], DATA.exec(face)?.[1]];
    if (name !== undefined && base64 !== undefined) {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      document.fonts.add(new FontFace(name, bytes));
    }
    return '';
  });
}

const sheets = new WeakMap<HTMLStyleElement, CSSStyleSheet>();

function setText(element: HTMLStyleElement, css: string): void {
  const root = element.getRootNode();
  if (!(root instanceof ShadowRoot || root instanceof Document)) return;
  let sheet = sheets.get(element);
  if (!sheet) {
    sheet = new CSSStyleSheet();
    sheets.set(element, sheet);
    root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
  }
  sheet.replaceSync(takeFonts(css));
}

/** An attribute that the parser refused is still there to be read. */
function setAttributes(parent: Element): void {
  for (const element of [parent, ...parent.querySelectorAll('[style]')]) {
    if (!(element instanceof HTMLElement) || element.style.length > 0) continue;
    element.style.cssText = element.getAttribute('style') ?? '';
  }
}

/**
 * Takes the text of style elements that stand in a document at once, as the browser itself would:
 * the console measures what it has just drawn.
 */
export function allowStyleElements(): void {
  for (const property of ['innerText', 'textContent']) {
    Object.defineProperty(HTMLStyleElement.prototype, property, {
      configurable: true,
      get: () => '',
      set(this: HTMLStyleElement, css: string) {
        if (this.isConnected) setText(this, css);
        // Not yet: the browser says when it is.
        else this.append(css);
      },
    });
  }
  watch(document);
}

/** Follows what is written below a root as markup, and style elements that came with their text. */
export function watch(root: ShadowRoot | Document): void {
  new MutationObserver((records) => {
    for (const node of records.flatMap(({ addedNodes }) => [...addedNodes])) {
      if (node instanceof HTMLStyleElement && !sheets.has(node)) {
        setText(node, node.firstChild?.nodeValue ?? '');
      } else if (node instanceof Element) setAttributes(node);
    }
  }).observe(root, { childList: true, subtree: true });
}
