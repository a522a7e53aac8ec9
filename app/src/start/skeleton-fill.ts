import type { PageConfig, Words } from './page-config';
import { startState } from './screen';

/** What only the server and the visitor's client know. */
export interface Filling {
  readonly product: PageConfig['product'];
  /** What is said in place of the page's Russian texts. */
  readonly words: Words;
}

/** Translates the texts below `root` that stand in its attributes and between its tags, and names the product. */
function fill(root: ParentNode, { product, words }: Filling): void {
  const said = (text: string) => (words[text] ?? text).replace('{}', product.name);
  for (const element of root.querySelectorAll('*')) {
    const texts = element.matches('script, style') ? [] : element.childNodes;
    for (const part of [...element.attributes, ...texts]) {
      // Elements among the nodes have no value.
      const text = part.nodeValue;
      if (text !== null && said(text) !== text) part.nodeValue = said(text);
    }
  }
}

/**
 * Puts a page into the skeleton, as the app will: its words are there at the first paint. What no page of
 * ours is, the app sends home. Marks the links that lead to where the visitor is; of several tabs that lead
 * there the one that was pressed, else the first.
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

/** Fills the skeleton that was rendered at build time, and gives the fallback screen its ways out. */
export function fillSkeleton({ bot, stand }: PageConfig, filling: Filling): void {
  const { name, slug } = filling.product;
  fill(document, filling);
  document.title = name;
  document.querySelector('#root [href^="/buy-"]')?.setAttribute('href', `/buy-${slug}`);

  if (bot !== null) {
    document.querySelector('a.only-bot')?.setAttribute('href', bot);
    const code = document.querySelector<HTMLImageElement>('img.only-bot');
    if (code !== null && startState() === 'outside') {
      // There is none for a link that is too long for one.
      code.onerror = () => code.remove();
      code.src = '/open-in-telegram.svg';
    }
  }
  // Where the stand shows the page that was asked for.
  const toStand = document.querySelector('.only-stand');
  toStand?.setAttribute('href', `${stand}?path=${location.pathname}`);
  document.querySelector('[data-reload]')?.addEventListener('click', () => location.reload());
}
