/* VitePress renders the page for unknown addresses only in the browser. Without scripts it would be empty. */
import { notFoundWords } from '../theme/not-found-words.ts';

const EMPTY = '<div id="app"></div>';

/** Adds the page's words in both languages for browsers without scripts. @throws if the page is not empty */
export function withStaticNotFound(html: string): string {
  if (!html.includes(EMPTY)) throw new Error('404.html is not empty. Fix: remove not-found.ts.');
  const parts = (['en', 'ru'] as const).map((language) => {
    const { title, text, links } = notFoundWords[language];
    const list = links.map(([link, name]) => `<li><a href="${link}">${name}</a></li>`).join('');
    return `<div lang="${language}"><h1>${title}</h1><p>${text}</p><ul>${list}</ul></div>`;
  });
  return html.replace(
    EMPTY,
    `${EMPTY}<noscript><main class="not-found">${parts.join('')}</main></noscript>`,
  );
}
