/** Languages whose speakers commonly read Russian: ours and the neighbours'. */
const READS_RUSSIAN = new Set('ru uk be kk ky uz tg hy az ka'.split(' '));

/**
 * The wallet widget's language: the pages are Russian, so `ru`, but `en` for a visitor whose
 * Telegram speaks a language that promises no Russian. Unknown language: as the pages.
 *
 * @param tag IETF tag as Telegram sends it (`ru`, `pt-br`).
 */
export function widgetLanguage(tag: string | null | undefined): 'ru' | 'en' {
  const language = tag?.toLowerCase().split(/[-_]/)[0];
  return !language || READS_RUSSIAN.has(language) ? 'ru' : 'en';
}
