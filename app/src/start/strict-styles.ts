/**
 * Makes a tool that writes `<style>` elements and `style` attributes work under a policy that
 * allows neither. Its styles are applied through CSSOM, which the policy does not cover: CSP 3,
 * section 6.7.3, checks only markup. No directive is loosened. Only the debug console's chunk
 * contains this.
 */

const FONT = /@font-face\s*\{([^}]*)\}/g;
const FAMILY = /font-family:\s*["']?([\w-]+)/;
const DATA = /url\(["']?data:[^,]*;base64,([^"')]+)/;

/**
 * Loads the fonts that a sheet embeds, which the policy would block as `data:` addresses. Returns
 * the sheet without them.
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

/** Applies `style` attributes that the policy blocked. Their text is still readable. */
function setAttributes(parent: Element): void {
  for (const element of [parent, ...parent.querySelectorAll('[style]')]) {
    if (!(element instanceof HTMLElement) || element.style.length > 0) continue;
    element.style.cssText = element.getAttribute('style') ?? '';
  }
}

/**
 * Applies the text of `<style>` elements in the document synchronously, as the browser would,
 * because the console measures its layout right after writing.
 */
export function allowStyleElements(): void {
  for (const property of ['innerText', 'textContent']) {
    Object.defineProperty(HTMLStyleElement.prototype, property, {
      configurable: true,
      get: () => '',
      set(this: HTMLStyleElement, css: string) {
        if (this.isConnected) setText(this, css);
        // Not connected yet. The observer applies it later.
        else this.append(css);
      },
    });
  }
  watch(document);
}

/**
 * Applies styles of markup that is added below a root, and of `<style>` elements that are added
 * with their text.
 */
export function watch(root: ShadowRoot | Document): void {
  new MutationObserver((records) => {
    for (const node of records.flatMap(({ addedNodes }) => [...addedNodes])) {
      if (node instanceof HTMLStyleElement && !sheets.has(node)) {
        setText(node, node.firstChild?.nodeValue ?? '');
      } else if (node instanceof Element) setAttributes(node);
    }
  }).observe(root, { childList: true, subtree: true });
}
