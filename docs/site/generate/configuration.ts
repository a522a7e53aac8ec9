/* Every key of the configuration, from docs/configuration.md, which tests hold to server/src/config/keys. */

import { proseOf, rowsOf, sectionsOf } from './markdown.ts';
import {
  escapeText,
  factList,
  type GeneratedPage,
  inlineHtml,
  LANGUAGES,
  type Language,
  read,
} from './page.ts';
import { fromRepository } from './repository-pages.ts';
import type { Translations } from './translations.ts';

const SOURCE = 'docs/configuration.md';
const AT_START = 'At the start only.';

interface Key {
  name: string;
  environment: string;
  flag: string | undefined;
  standard: string;
  allowed: string;
  what: string;
  /** Only a restart takes another value. */
  atStart: boolean;
}

const WORDS = {
  en: {
    title: 'Configuration',
    description:
      'Every key of prichal.toml with its default, what is allowed, and when a change takes hold',
    lead: 'Every key of `prichal.toml`. A flag wins over the environment, the environment over the file. `prichal check-config` prints what holds and every mistake at once; `prichal config-schema` has all of this for editors.',
    section: (name: string) => `[${name}]`,
    standard: 'Default',
    allowed: 'Allowed',
    environment: 'Environment',
    flag: 'Flag',
    reload: 'Takes hold',
    atStart: 'at the start only',
    atReload: 'at a reload too (SIGHUP)',
    more: 'More about it',
    keys: 'Keys',
  },
  ru: {
    title: 'Настройки',
    description:
      'Каждый ключ prichal.toml: значение по умолчанию, что допустимо и когда изменение вступает в силу',
    lead: 'Каждый ключ `prichal.toml`. Флаг важнее окружения, окружение важнее файла. `prichal check-config` печатает, что действует, и сразу все ошибки; `prichal config-schema` — то же самое для редакторов.',
    section: (name: string) => `[${name}]`,
    standard: 'По умолчанию',
    allowed: 'Допустимо',
    environment: 'Окружение',
    flag: 'Флаг',
    reload: 'Вступает в силу',
    atStart: 'только при запуске',
    atReload: 'и при перечитывании (SIGHUP)',
    more: 'Подробнее',
    keys: 'Ключи',
  },
};

function keyOf([names = '', standard = '', allowed = '', what = '']: string[]): Key {
  const [name = '', environment = '', flag] = names
    .split('<br>')
    .map((each) => each.replaceAll('`', ''));
  return {
    name,
    environment,
    flag,
    standard: standard.replaceAll('`', ''),
    allowed,
    what: what.replace(AT_START, '').trim(),
    atStart: what.endsWith(AT_START),
  };
}

/** Bounds stand apart from the words, so that the words are translated once. */
function allowedIn(allowed: string, language: Language, translations: Translations): string {
  if (language === 'en') return allowed;
  const numbers: string[] = [];
  const words = allowed.replaceAll(/(?<![\w.:[/-])\d+(?![\w.:\]/])/g, (number) => {
    numbers.push(number);
    return 'N';
  });
  return translations.of(words).replaceAll(/\bN\b/g, () => numbers.shift() ?? 'N');
}

/** An anchor that nobody has to guess: `bridge.ttl_max` is at `#bridge-ttl_max`. */
const anchorOf = (name: string): string => name.replace('.', '-');

export function configurationPages(translations: Translations): GeneratedPage[] {
  const sections = sectionsOf(read(SOURCE), 2).flatMap(({ heading, lines }) => {
    const name = /^\[(\w+)\]$/.exec(heading)?.[1];
    return name === undefined
      ? []
      : [
          {
            name,
            lines,
            keys: rowsOf(lines)
              .filter((row) => row[0]?.includes('<br>'))
              .map(keyOf),
          },
        ];
  });
  const pages: GeneratedPage[] = [];
  for (const language of LANGUAGES) {
    const words = WORDS[language];
    const tell = (text: string): string => (language === 'en' ? text : translations.of(text));
    const introductions = sections.map(({ lines }) =>
      tell(
        proseOf(lines)[0]
          ?.replaceAll('\n', ' ')
          .replaceAll(/\[([^\]]+)\]\([^)]*\)/g, '$1') ?? '',
      ),
    );
    const list = sections.map(
      ({ name, keys }, at) =>
        `## [${name}](./${name})\n\n${escapeText(introductions[at] ?? '')}\n\n${keys.map((key) => `[\`${key.name}\`](./${name}#${anchorOf(key.name)})`).join(' · ')}`,
    );
    pages.push({
      path: 'reference/configuration/index.md',
      language,
      title: words.title,
      description: words.description,
      order: 1,
      body: `${words.lead}\n\n${list.join('\n\n')}`,
    });
    for (const [at, { name, lines, keys }] of sections.entries()) {
      const blocks = keys.map((key) => {
        const facts: [string, string][] = [
          [words.standard, `<code>${inlineHtml(key.standard)}</code>`],
          [words.allowed, inlineHtml(allowedIn(key.allowed, language, translations))],
          [words.environment, `<code>${key.environment}</code>`],
          ...(key.flag === undefined
            ? []
            : [[words.flag, `<code>${inlineHtml(key.flag)}</code>`] as [string, string]]),
          [words.reload, key.atStart ? words.atStart : words.atReload],
        ];
        return `## \`${key.name}\` {#${anchorOf(key.name)}}\n\n${escapeText(tell(key.what))}\n\n${factList(facts)}`;
      });
      // What stands below the table, in English alone: the page in Russian leads there.
      const rest = lines
        .slice(lines.findLastIndex((line) => line.includes('<br>')) + 1)
        .join('\n')
        .trim();
      const more =
        rest === ''
          ? ''
          : language === 'en'
            ? `\n\n## ${words.more} {#more}\n\n${fromRepository(rest, SOURCE)}`
            : `\n\n[${words.more}](/reference/configuration/${name}#more) (по-английски).`;
      pages.push({
        path: `reference/configuration/${name}.md`,
        language,
        title: words.section(name),
        description: introductions[at] ?? '',
        order: at + 1,
        body: `# ${words.section(name)}\n\n${escapeText(introductions[at] ?? '')}\n\n${blocks.join('\n\n')}${more}`,
      });
    }
  }
  return pages;
}
