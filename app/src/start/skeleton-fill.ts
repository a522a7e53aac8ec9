import { telegramLink } from './open-in-telegram';
import type { PageConfig, Words } from './page-config';

/** Values for the skeleton that only the server and the user's client know. */
export interface Filling {
  readonly product: PageConfig['product'];
  /** Replacements for the page's Russian texts. */
  readonly words: Words;
}

/** Translates texts and attributes below `root` and inserts the product's name. */
function fill(root: ParentNode, { product, words }: Filling): void {
  const said = (text: string) => (words[text] ?? text).replace('{}', product.name);
  for (const element of root.querySelectorAll('*')) {
    const texts = element.matches('script, style') ? [] : element.childNodes;
    for (const part of [...element.attributes, ...texts]) {
      // Null for child elements.
      const text = part.nodeValue;
      if (text !== null && said(text) !== text) part.nodeValue = said(text);
    }
  }
}

/**
 * Puts the page of a path into the skeleton, so that its text is visible at the first paint. An
 * unknown path gets the home page, to which the app redirects it. Marks the links to the current
 * page: of several tabs, the pressed one or else the first.
 */
export function showPage(filling: Filling, path: string, tab: string | null): void {
  const templateOf = (page: string) => document.getElementById(`page${page}`);
  const page = path.replace(/^(\/buy-).*/, '$1');
  const template = (templateOf(page) ?? templateOf('/')) as HTMLTemplateElement;
  const main = document.getElementById('main') as HTMLElement;
  main.replaceChildren(template.content.cloneNode(true));
  fill(main, filling);

  const links = [...document.querySelectorAll<HTMLAnchorElement>('#root a:not(.brand)')];
  const here = links.filter(({ pathname }) => pathname === path);
  const tabs = here.filter((link) => link.matches('.tab'));
  const current = tabs.find((link) => link.textContent === tab) ?? tabs[0];
  for (const link of links) {
    const isHere = here.includes(link) && (link === current || !tabs.includes(link));
    if (isHere) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
}

/**
 * Fills the skeleton that was rendered at build time, and sets the links of the fallback screen.
 */
export function fillSkeleton({ bot, stand }: PageConfig, filling: Filling): void {
  const { name, slug } = filling.product;
  fill(document, filling);
  document.title = name;
  document.querySelector('#root [href^="/buy-"]')?.setAttribute('href', `/buy-${slug}`);

  if (bot !== null) {
    document.querySelector('a.only-bot')?.setAttribute('href', telegramLink(bot));
    const code = document.querySelector<HTMLImageElement>('img.only-bot');
    if (code !== null) {
      // The server has no code for a link that is too long.
      code.onerror = () => code.remove();
      code.src = '/open-in-telegram.svg';
    }
  }
  // The sandbox opens with the same page.
  const toStand = document.querySelector('.only-stand');
  toStand?.setAttribute('href', `${stand}?path=${location.pathname}`);
  document.querySelector('[data-reload]')?.addEventListener('click', () => location.reload());
}
