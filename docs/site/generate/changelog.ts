/* CHANGELOG.md as a page. It is kept in English; the Russian page leads to it. */
import { posix } from 'node:path';
import { escapeText, type GeneratedPage, read } from './page.ts';

const LINK = /\[([^\]]+)\]\(([^)\s]+)\)/g;

/** Links to pages of the site lead there. For other files of the repository, only their name is shown. */
function withSiteLinks(line: string): string {
  return line.replaceAll(LINK, (all, words: string, target: string) => {
    if (/^https?:/.test(target)) return all;
    const page = /^docs\/site\/(.+)\.md(#.*)?$/.exec(target);
    if (page === null) return `${words} (\`${posix.normalize(target)}\`)`;
    return `[${words}](/${page[1]?.replace(/(^|\/)index$/, '$1')}${page[2] ?? ''})`;
  });
}

export function changelogPages(): GeneratedPage[] {
  const body = read('CHANGELOG.md')
    .replace(/^# .*\n+/, '')
    .split('\n')
    .map((line) => escapeText(withSiteLinks(line)))
    .join('\n');
  return [
    {
      path: 'changelog.md',
      language: 'en',
      title: 'Changelog',
      description: 'What was added, changed and fixed in each version of Prichal',
      order: 62,
      body,
    },
    {
      path: 'changelog.md',
      language: 'ru',
      title: 'Изменения',
      description: 'Где искать изменения в каждой версии Prichal',
      order: 62,
      body: 'Список изменений ведётся по-английски: [Changelog](/changelog). Как обновиться, описано на странице [Обновление](/ru/operations/upgrade).',
    },
  ];
}
