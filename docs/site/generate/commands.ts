/* The commands of the binary: docs/commands.md, which tests hold to its help. In English but for the table. */
import { rowsOf } from './markdown.ts';
import { cell, type GeneratedPage, read, table } from './page.ts';
import { fromRepository } from './repository-pages.ts';
import type { Translations } from './translations.ts';

const SOURCE = 'docs/commands.md';

export function commandsPages(translations: Translations): GeneratedPage[] {
  const text = read(SOURCE);
  const lines = text.split('\n');
  const first = lines.findIndex((line) => line.startsWith('|'));
  const end = lines.findIndex((line, at) => at > first && !line.startsWith('|'));
  const rows = rowsOf(lines.slice(first, end));
  const told = rows.map(([name = '', what = '']) => [
    cell(name),
    cell(fromRepository(translations.of(what), SOURCE, 'ru')),
  ]);
  const page = { path: 'reference/commands.md', order: 7 };
  return [
    {
      ...page,
      language: 'en',
      title: 'Commands',
      description: 'What the binary does besides serving: checks, backups, keys, proofs',
      body: fromRepository(text, SOURCE),
    },
    {
      ...page,
      language: 'ru',
      title: 'Команды',
      description:
        'Что умеет программа кроме работы сервером: проверки, копии, ключи, доказательства',
      body: `\`prichal --help\` перечисляет команды, \`--help\` после любой — её флаги. Из тех же объявлений сделаны страницы man и автодополнение оболочек. Подробно, с примерами: [по-английски](/reference/commands).\n\n${table(['Команда', 'Что делает'], told)}`,
    },
  ];
}
