import type { JSHandle, Page } from '@playwright/test';

/** A part of the widget that a sheet changes, and the changed properties. */
export type Change = { part: string; what: string[] };

/**
 * Returns the changes in look and box of the widget while the page has one more sheet. The sheet
 * precedes the widget's own, as in a real page, where the published package's sheet is adopted
 * after all others.
 *
 * A part is an element below one of the widget's roots, with its pseudo-elements. The page may lay
 * out the roots themselves. A box is measured relative to its parent, a fixed one relative to the
 * window. The look is the whole computed style.
 */
export const changesUnder = (page: Page, css: string): Promise<Change[]> =>
  page.evaluate((css) => {
    const NOT_COMPARED = new Set([
      // The page sets the language and the rendering of text.
      '-webkit-font-smoothing',
      '-webkit-locale',
      'font-synthesis-small-caps',
      'font-synthesis-style',
      'font-synthesis-weight',
      'text-rendering',
      // Every button has its own background, so this property has no effect.
      'appearance',
      // These depend on the size.
      'perspective-origin',
      'transform-origin',
    ]);
    const PSEUDO = ['::before', '::after'];
    const parts = [...document.querySelectorAll('[data-prichal-root] *')].filter(
      (part) => !part.matches('[data-prichal-root]'),
    );
    const nameOf = (part: Element): string =>
      `${part.localName} ${part.getAttribute('class') ?? ''} "${part.textContent?.slice(0, 24)}"`;

    function look(part: Element): Map<string, string> {
      const seen = new Map<string, string>();
      const add = (pseudo: string | null): void => {
        const style = getComputedStyle(part, pseudo);
        for (const name of style) {
          // A shape in a drawing has no box.
          const boxless = part.localName === 'path' && /^(border|box)-/.test(name);
          if (boxless || NOT_COMPARED.has(name) || name.startsWith('--')) continue;
          seen.set(`${pseudo ?? ''} ${name}`.trim(), style.getPropertyValue(name));
        }
      };
      add(null);
      for (const pseudo of PSEUDO) {
        const { content } = getComputedStyle(part, pseudo);
        if (content === 'none') seen.set(`${pseudo} content`, content);
        else add(pseudo);
      }
      if (part.localName === 'dialog') add('::backdrop');
      if (part.localName === 'input') add('::placeholder');
      const box = part.getBoundingClientRect();
      const fixed = getComputedStyle(part).position === 'fixed';
      const from = fixed ? { x: 0, y: 0 } : part.parentElement?.getBoundingClientRect();
      const numbers = [box.x - (from?.x ?? 0), box.y - (from?.y ?? 0), box.width, box.height];
      seen.set('box', numbers.map((number) => number.toFixed(1)).join(' '));
      return seen;
    }

    const bare = parts.map(look);
    const sheet = document.createElement('style');
    sheet.textContent = css;
    document.head.prepend(sheet);
    const under = parts.map(look);
    sheet.remove();
    return parts.flatMap((part, at) => {
      const what = [...(under[at] ?? [])].flatMap(([name, value]) => {
        const was = bare[at]?.get(name) ?? '';
        return value === was ? [] : [`${name}: ${was} -> ${value}`];
      });
      return what.length > 0 ? [{ part: nameOf(part), what }] : [];
    });
  }, css);

/** Adds a sheet to the page, before the widget's own. */
export const addSheet = (page: Page, css: string): Promise<JSHandle<HTMLStyleElement>> =>
  page.evaluateHandle((text) => {
    const sheet = document.createElement('style');
    sheet.textContent = text;
    document.head.prepend(sheet);
    return sheet;
  }, css);
