/* Every metric, from docs/http-api.md; server tests hold its names to what the binary exports. */
import { rowsOf, sectionOf } from './markdown.ts';
import { cell, type GeneratedPage, LANGUAGES, read, table } from './page.ts';
import { fromRepository } from './repository-pages.ts';
import type { Translations } from './translations.ts';

const SOURCE = 'docs/http-api.md';

/** Which metrics stand together, by how their names begin; the first that fits. */
const GROUPS = [
  ['bridge', /^`prichal_bridge_/, 'The bridge', 'Мост'],
  ['store', /^`prichal_store_/, 'The store', 'Хранение'],
  ['valkey', /^`prichal_valkey_/, 'Valkey', 'Valkey'],
  ['auth', /^`prichal_auth_/, 'Sign-in', 'Вход'],
  ['tls', /^`prichal_tls_/, 'TLS', 'TLS'],
  ['webhook', /^`prichal_webhook_/, 'Webhooks', 'Вебхуки'],
  ['server', /^`prichal_/, 'The server', 'Сервер'],
  ['process', /^`process_/, 'The process', 'Процесс'],
  ['official', /./, 'The official bridge’s names', 'Имена официального моста'],
] as const;

const WORDS = {
  en: {
    title: 'Metrics',
    description: 'Every metric of the operator’s listener, with its labels and what it counts',
    lead: '`/metrics` of the operator’s listener (`server.admin`), in Prometheus’ text form. Labels come from fixed sets: nothing that a client sends becomes one.',
    head: ['Metric', 'Type', 'Labels', 'What'],
  },
  ru: {
    title: 'Метрики',
    description: 'Каждая метрика для оператора: её метки и что она считает',
    lead: '`/metrics` на адресе для оператора (`server.admin`), в текстовом формате Prometheus. Метки — из постоянных наборов: ничего из присланного клиентом меткой не становится.',
    head: ['Метрика', 'Тип', 'Метки', 'Что'],
  },
};

/** Whether there is anything to translate beside names in backticks. */
const hasWords = (text: string): boolean => /[a-z]{3}/i.test(text.replaceAll(/`[^`]*`/g, ''));

export function metricsPages(translations: Translations): GeneratedPage[] {
  const { lines } = sectionOf(read(SOURCE), 2, "The operator's listener");
  const rows = rowsOf(lines).filter((row) => row.length === 4);
  if (rows.length < 60)
    throw new Error(`${SOURCE} has ${rows.length} rows of metrics: where are the others?`);
  return LANGUAGES.map((language) => {
    const words = WORDS[language];
    const tell = (text: string): string =>
      cell(
        fromRepository(
          language === 'en' || !hasWords(text) ? text : translations.of(text),
          SOURCE,
          language,
        ),
      );
    const groups = GROUPS.map(([id, , english, russian]) => {
      const own = rows.filter(
        ([name = '']) => GROUPS.find(([, each]) => each.test(name))?.[0] === id,
      );
      if (own.length === 0) return '';
      const body = own.map(([name = '', type = '', labels = '', what = '']) => [
        cell(name).replaceAll(/, (?=`)/g, '<br>'),
        type,
        tell(labels),
        tell(what),
      ]);
      return `## ${language === 'en' ? english : russian} {#${id}}\n\n${table(words.head, body)}`;
    });
    return {
      path: 'reference/metrics.md',
      language,
      title: words.title,
      description: words.description,
      order: 3,
      body: `${words.lead}\n\n${groups.filter((group) => group !== '').join('\n\n')}`,
    };
  });
}
