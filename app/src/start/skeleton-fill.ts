import type { PageConfig } from './page-config';
import { startState } from './screen';

/**
 * Puts the page that is wanted into the skeleton, as the app will: its words are there at the first
 * paint. What no page of ours is, the app sends home.
 */
export function showPage(page: string): void {
  const pageAt = (path: string) => document.getElementById(`page${path}`);
  const template = (pageAt(page) ?? pageAt('/')) as HTMLTemplateElement;
  document.getElementById('main')?.append(template.content);
}

/**
 * Puts what only the server and the address know into the skeleton that was rendered at build time,
 * and gives the fallback screen its two ways out.
 */
export function fillSkeleton({ product, bot }: PageConfig, wanted: string): void {
  for (const element of document.querySelectorAll<HTMLElement>('[data-product]')) {
    element.textContent = (element.dataset.product ?? '{}').replace('{}', product.name);
  }
  document.title = product.name;

  for (const link of document.querySelectorAll('#root a')) {
    const path = link.getAttribute('href')?.replace(/^\/buy-.*/, `/buy-${product.slug}`);
    // At home the build has marked the right tab already.
    if (wanted === '/' || link.classList.contains('brand')) continue;
    if (path === wanted) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }

  if (bot !== null) {
    document.querySelector('a.only-bot')?.setAttribute('href', bot);
    const code = document.querySelector<HTMLImageElement>('img.only-bot');
    if (code !== null && startState() === 'outside') {
      // There is none for a link that is too long for one.
      code.onerror = () => code.remove();
      code.src = '/open-in-telegram.svg';
    }
  }
  document.querySelector('[data-reload]')?.addEventListener('click', () => location.reload());
}
