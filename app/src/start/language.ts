import type { PageConfig } from './page-config';

/** Languages whose speakers commonly read Russian: ours and the neighbours'. */
const READS_RUSSIAN = /^(ru|uk|be|kk|ky|uz|tg|hy|az|ka)$/;

/**
 * The language of page and widget: the visitor's own where the product speaks it; Russian for those who
 * commonly read it; else English; else the product's first.
 *
 * @param languages `product.languages`, at least one.
 * @param tag IETF tag as Telegram or the browser gives it (`ru`, `pt-br`); unknown counts as Russian.
 */
export function chooseLanguage(languages: PageConfig['languages'], tag: string): string {
  const own = tag.toLowerCase().split(/[-_]/)[0] || 'ru';
  const wanted = [own, READS_RUSSIAN.test(own) ? 'ru' : 'en'];
  return wanted.find((one) => languages.includes(one)) ?? languages[0] ?? 'ru';
}
