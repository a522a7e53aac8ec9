/* Every key of the configuration, from config/prichal.schema.json, which tests compare with the code's table of keys. */
import { parse } from 'yaml';
import { markCode } from './code-words.ts';
import {
  escapeText,
  factList,
  type GeneratedPage,
  inlineHtml,
  LANGUAGES,
  type Language,
  read,
  table,
} from './page.ts';
import type { Translations } from './translations.ts';

const SCHEMA = 'config/prichal.schema.json';
const TEXTS = 'docs/site/generate/texts/configuration.yaml';

type Shape = {
  type?: string;
  enum?: string[];
  const?: number;
  minimum?: number;
  maximum?: number;
  items?: Shape;
  anyOf?: Shape[];
};

type Entry = Shape & {
  default: unknown;
  'x-doc': string;
  'x-allowed': string;
  'x-restart': boolean;
  'x-variable': string;
  'x-flag'?: string;
  'x-official-variables'?: string[];
};

type Schema = { properties: Record<string, { properties: Record<string, Entry> }> };

type Texts = Record<Language, { index: string; sections: Record<string, string> }> & {
  /** Differences from the official bridge, by its variable. */
  official: Record<string, Record<Language, string>>;
  /** Example of each key whose default is empty. */
  examples: Record<string, unknown>;
};

const WORDS = {
  en: {
    title: 'Configuration',
    description: 'Every key of prichal.toml with its default, allowed values, variable and flag',
    standard: 'Default',
    example: 'Example',
    allowed: 'Allowed',
    environment: 'Variable',
    flag: 'Flag',
    reload: 'Applies after',
    atStart: 'a restart',
    atReload: 'SIGHUP or a restart',
    integer: (from: string, to: string) => `an integer from ${from} to ${to}`,
    orZero: '0, or ',
    or: ' or ',
    listOf: 'a list of ',
    boolean: '`true` or `false`',
    keys: 'Keys by section',
    sections: {
      server: 'Server',
      proxies: 'Proxies',
      site: 'Site',
      wallets: 'Wallets',
      product: 'Product',
      manifest: 'Manifest',
      bridge: 'Bridge',
      auth: 'Sign-in',
      store: 'Storage',
      log: 'Log',
      csp: 'Content-Security-Policy',
      dev: 'Development',
    },
    official: ['Variable', 'Key', 'Difference'],
    numbers: 'en-US',
  },
  ru: {
    title: 'Настройки',
    description:
      'Все ключи prichal.toml: значения по умолчанию, допустимые значения, переменные и флаги',
    standard: 'По умолчанию',
    example: 'Пример',
    allowed: 'Допустимо',
    environment: 'Переменная',
    flag: 'Флаг',
    reload: 'Вступает в силу',
    atStart: 'после перезапуска',
    atReload: 'после SIGHUP или перезапуска',
    integer: (from: string, to: string) => `целое число от ${from} до ${to}`,
    orZero: '0 или ',
    or: ' или ',
    listOf: 'список из ',
    boolean: '`true` или `false`',
    keys: 'Ключи по разделам',
    sections: {
      server: 'Сервер',
      proxies: 'Прокси',
      site: 'Сайт',
      wallets: 'Кошельки',
      product: 'Продукт',
      manifest: 'Манифест',
      bridge: 'Мост',
      auth: 'Вход',
      store: 'Хранилище',
      log: 'Журнал',
      csp: 'Источники CSP',
      dev: 'Разработка',
    },
    official: ['Переменная', 'Ключ', 'Отличие'],
    numbers: 'ru-RU',
  },
} as const;

/** `bridge.ttl_max` is at `#bridge-ttl_max`. */
const anchorOf = (section: string, name: string): string => `${section}-${name}`;

/** Allowed values. Only formats of texts come from the code's words; the rest follows from the schema. */
function allowedOf(entry: Entry, language: Language, translations: Translations): string {
  const words = WORDS[language];
  const number = (value = 0): string => value.toLocaleString(words.numbers);
  const choices = (list: readonly string[]): string =>
    list
      .map((each) => `\`${each}\``)
      .join(', ')
      .replace(/, (?=[^,]*$)/, words.or);
  const range = ({ minimum, maximum }: Shape): string =>
    words.integer(number(minimum), number(maximum));
  const range0 = entry.anyOf?.find(({ minimum }) => minimum !== undefined);
  if (range0) return words.orZero + range(range0);
  if (entry.type === 'integer') return range(entry);
  if (entry.type === 'boolean') return words.boolean;
  if (entry.enum) return choices(entry.enum);
  if (entry.items?.enum) return words.listOf + choices(entry.items.enum);
  return language === 'en' ? entry['x-allowed'] : translations.of(entry['x-allowed']);
}

/** A value as the TOML file has it. */
const toml = (value: unknown): string =>
  Array.isArray(value) ? `[${value.map(toml).join(', ')}]` : JSON.stringify(value);

const isEmpty = (value: unknown): boolean => value === '' || String(value) === '';

export function configurationPages(translations: Translations): GeneratedPage[] {
  const schema = JSON.parse(read(SCHEMA)) as Schema;
  const texts = parse(read(TEXTS)) as Texts;
  const sections = Object.entries(schema.properties).map(([name, { properties }]) => ({
    name,
    keys: Object.entries(properties),
  }));
  return LANGUAGES.flatMap((language) => {
    const words = WORDS[language];
    const { index, sections: introductions } = texts[language];
    const titleOf = (name: string): string => {
      const title = words.sections[name as keyof typeof words.sections];
      return `${title} ([${name}])`;
    };
    const introductionOf = (name: string): string => {
      const text = introductions[name];
      if (text === undefined) throw new Error(`${TEXTS} has no ${language} text of [${name}]`);
      return text.trim();
    };
    const pages = sections.map(({ name, keys }, at): GeneratedPage => {
      const [lead = '', ...more] = introductionOf(name).split('\n\n');
      const blocks = keys.map(([key, entry]) => {
        const what = entry['x-doc'];
        const line = (value: unknown): string =>
          `<code>${inlineHtml(`${key} = ${toml(value)}`)}</code>`;
        const example = texts.examples[`${name}.${key}`];
        if ((example !== undefined) !== isEmpty(entry.default)) {
          throw new Error(`${TEXTS}: an example of ${name}.${key} is missing or not needed`);
        }
        const facts: [string, string][] = [
          [words.standard, line(entry.default)],
          ...(example === undefined ? [] : [[words.example, line(example)] as [string, string]]),
          [words.allowed, inlineHtml(allowedOf(entry, language, translations))],
          [words.environment, `<code>${entry['x-variable']}</code>`],
          [words.reload, entry['x-restart'] ? words.atStart : words.atReload],
        ];
        const flag = entry['x-flag'];
        if (flag !== undefined) facts.push([words.flag, `<code>${flag}</code>`]);
        const text = language === 'en' ? what : translations.of(what);
        return `## \`${name}.${key}\` {#${anchorOf(name, key)}}\n\n${escapeText(markCode(text, entry.enum ?? entry.items?.enum))}\n\n${factList(facts)}`;
      });
      return {
        path: `reference/configuration/${name}.md`,
        language,
        title: titleOf(name),
        description: lead.replaceAll('\n', ' ').replaceAll(/\[([^\]]+)\]\([^)]*\)/g, '$1'),
        order: at + 1,
        body: [lead, ...blocks, ...more].join('\n\n'),
      };
    });
    const variables = new Map<string, string[]>();
    for (const { name, keys } of sections) {
      for (const [key, entry] of keys) {
        for (const variable of entry['x-official-variables'] ?? []) {
          const link = `[\`${name}.${key}\`](./${name}#${anchorOf(name, key)})`;
          variables.set(variable, [...(variables.get(variable) ?? []), link]);
        }
      }
    }
    const official = table(
      words.official,
      [...variables].map(([variable, links]) => [
        `\`${variable}\``,
        links.join('<br>'),
        texts.official[variable]?.[language] ?? '',
      ]),
    );
    const list = sections.map(
      ({ name, keys }) =>
        `### [${titleOf(name).replaceAll(/[[\]]/g, '\\$&')}](./${name}) {#section-${name}}\n\n${introductionOf(name).split('\n\n')[0]}\n\n${keys
          .map(([key]) => `[\`${key}\`](./${name}#${anchorOf(name, key)})`)
          .join(' · ')}`,
    );
    return [
      {
        path: 'reference/configuration/index.md',
        language,
        title: words.title,
        description: words.description,
        order: 1,
        body: `${index.trim().replace('OFFICIAL-VARIABLES', official)}\n\n## ${words.keys} {#keys}\n\n${list.join('\n\n')}`,
      },
      ...pages,
    ];
  });
}
