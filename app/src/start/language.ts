import type { PageConfig } from './page-config';

/** Languages whose speakers commonly read Russian: Russian and its neighbours. */
const READS_RUSSIAN = /^(ru|uk|be|kk|ky|uz|tg|hy|az|ka)$/;

/**
 * Returns the language of page and widget. The first match wins: the user's language if the product
 * supports it, Russian for users who commonly read it, English, the product's first language.
 *
 * @param languages `product.languages`, at least one.
 * @param tag IETF tag from Telegram or the browser (`ru`, `pt-br`). An unknown tag counts as
 * Russian.
 */
export function chooseLanguage(languages: PageConfig['languages'], tag: string): string {
  const userLanguage = tag.toLowerCase().split(/[-_]/)[0] || 'ru';
  const preferred = [userLanguage, READS_RUSSIAN.test(userLanguage) ? 'ru' : 'en'];
  return preferred.find((one) => languages.includes(one)) ?? languages[0] ?? 'ru';
}
