/*
 * The HTTP API from docs/api: a page for each tag of openapi.yaml, one for the events of asyncapi.yaml, and one for
 * webhooks. texts/http-api.yaml has the text above the operations, texts/http-api.ru.yaml the Russian descriptions.
 */
import { eventsPage } from './asyncapi.ts';
import { TEXTS, WORDS, type Words } from './http-api-words.ts';
import { operationsPages } from './openapi.ts';
import { escapeText, type GeneratedPage, LANGUAGES } from './page.ts';
import type { PageLanguage } from './schemas.ts';
import type { Translations } from './translations.ts';

export function httpApiPages(translations: Translations): GeneratedPage[] {
  return LANGUAGES.flatMap((language): GeneratedPage[] => {
    const words: Words = WORDS[language];
    const page: PageLanguage = {
      words,
      text: (english = '') => (language === 'en' ? english.trim() : translations.of(english)),
    };
    const [title = '', description = ''] = words.webhooks;
    const pages = [
      ...operationsPages(language, page),
      eventsPage(language, page),
      {
        path: 'reference/http-api/webhooks.md',
        language,
        title,
        description,
        order: 9,
        body: TEXTS.webhooks?.[language] ?? '',
      },
    ];
    const list = pages.map(
      (each) =>
        `- [${each.title}](./${each.path.split('/').at(-1)?.replace('.md', '')}): ${escapeText(each.description)}`,
    );
    return [
      {
        path: 'reference/http-api/index.md',
        language,
        title: words.title,
        description: words.description,
        order: 2,
        body: (TEXTS.index?.[language] ?? '').replace(/\n\n/, `\n\n${list.join('\n')}\n\n`),
      },
      ...pages,
    ];
  });
}
