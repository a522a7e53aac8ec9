/*
 * What the npm packages export, from the model that API Extractor makes with their declarations
 * (build/api/*.api.json: script/declarations.mjs). Comments are those of the source, so English.
 */
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { cell, escapeText, type GeneratedPage, LANGUAGES, root, table } from './page.ts';

/** The entries in the order of the side bar: the model's file, and what is imported. */
const ENTRIES = [
  ['connect', '@prichal/connect'],
  ['headless', '@prichal/connect/headless'],
  ['vanilla', '@prichal/connect/vanilla'],
  ['wallet-source', '@prichal/connect/wallet-source'],
  ['testing-unit', '@prichal/connect/testing/unit'],
  ['session', '@prichal/session'],
  ['session-react', '@prichal/session/react'],
  ['sdk', '@prichal/sdk'],
  ['telegram', '@prichal/telegram'],
  ['react', '@prichal/telegram/react'],
  ['telegram-session', '@prichal/telegram/session'],
] as const;

interface Token {
  text: string;
}

interface Item {
  kind: string;
  name?: string;
  docComment?: string;
  excerptTokens?: Token[];
  members?: Item[];
  isOptional?: boolean;
}

const WORDS = {
  en: {
    title: 'npm packages',
    description:
      'What @prichal/connect, @prichal/session, @prichal/sdk and @prichal/telegram export',
    lead: 'Every name that the packages export, with its declaration. From the source itself: a test fails when this and the packages differ.',
    member: ['Member', 'What'],
    returns: 'Returns',
    standard: 'Default',
    throws: 'Throws',
    english: '',
    kinds: {
      Function: 'Functions and components',
      Class: 'Classes',
      Variable: 'Values',
      Interface: 'Types',
      TypeAlias: 'Types',
      Enum: 'Types',
      Namespace: 'Types',
    },
  },
  ru: {
    title: 'Пакеты npm',
    description:
      'Что экспортируют @prichal/connect, @prichal/session, @prichal/sdk и @prichal/telegram',
    lead: 'Каждое имя, которое экспортируют пакеты, с объявлением. Из самих исходников: тест не проходит, если они разошлись.',
    member: ['Член', 'Что'],
    returns: 'Возвращает',
    standard: 'По умолчанию',
    throws: 'Бросает',
    english: 'Комментарии — по-английски, как в исходниках.\n\n',
    kinds: {
      Function: 'Функции и компоненты',
      Class: 'Классы',
      Variable: 'Значения',
      Interface: 'Типы',
      TypeAlias: 'Типы',
      Enum: 'Типы',
      Namespace: 'Типы',
    },
  },
};

type Words = (typeof WORDS)['en'];

/** The words of a TSDoc comment: links as their names, tags as words. */
function commentOf({ docComment = '' }: Item, words: Words): string {
  return docComment
    .replace(/^\/\*\*/, '')
    .replace(/\s*\*\/\s*$/, '')
    .split('\n')
    .map((line) => line.replace(/^\s*\* ?/, ''))
    .join('\n')
    .replaceAll(/\{@link (?:[^}|]*\|\s*)?([^}]*)\}/g, '`$1`')
    .replaceAll(/@returns?\b\s*/g, `\n\n${words.returns}: `)
    .replaceAll(/@default(?:Value)?\b\s*([^\n]*)/g, `\n\n${words.standard}: \`$1\``)
    .replaceAll(/@throws\b\s*/g, `\n\n${words.throws}: `)
    .replaceAll(/@param (\S+)\s*-?\s*/g, '\n\n`$1`: ')
    .replaceAll('``', '`')
    .trim();
}

const declarationOf = ({ excerptTokens = [] }: Item): string =>
  excerptTokens
    .map(({ text }) => text)
    .join('')
    .replace(/^export (declare )?/, '')
    .trim();

const proseLines = (text: string): string => {
  let code = false;
  return text
    .split('\n')
    .map((line) => {
      if (line.trim().startsWith('```')) code = !code;
      return code || line.trim().startsWith('```') ? line : escapeText(line);
    })
    .join('\n');
};

/** A name may stand for a value, a type and a namespace, and Theme beside THEME. */
const anchorOf = ({ kind, name = '' }: Item, entry: string): string => {
  const suffix =
    kind === 'TypeAlias' || kind === 'Interface' ? '-type' : kind === 'Namespace' ? '-names' : '';
  return `${entry}-${name}${suffix}`;
};

function itemText(item: Item, entry: string, words: Words): string {
  const comment = commentOf(item, words);
  const members = (item.members ?? []).filter(
    ({ kind, name }) => kind !== 'Constructor' || name === undefined,
  );
  const rows = members
    .filter(
      (member) =>
        item.kind !== 'TypeAlias' && !['CallSignature', 'IndexSignature'].includes(member.kind),
    )
    .map((member) => [
      `\`${declarationOf(member).replaceAll(/\s+/g, ' ').replaceAll('`', "'").replaceAll('|', '\\|') || member.name}\``,
      cell(commentOf(member, words)),
    ]);
  return [
    `### \`${item.name}\` {#${anchorOf(item, entry)}}`,
    proseLines(comment),
    `\`\`\`ts\n${declarationOf(item)}\n\`\`\``,
    rows.length === 0 ? '' : table(words.member, rows),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

/** @throws when the packages have not been built */
function modelOf(file: string): Item[] {
  const path = resolve(root, `build/api/${file}.api.json`);
  if (!existsSync(path)) {
    throw new Error(
      `${path} is missing: npm run build --workspace telegram --workspace connect --workspace session makes it`,
    );
  }
  const model = JSON.parse(readFileSync(path, 'utf8')) as { members: { members: Item[] }[] };
  return model.members[0]?.members ?? [];
}

export function packagesPages(): GeneratedPage[] {
  return LANGUAGES.flatMap((language): GeneratedPage[] => {
    const words: Words = WORDS[language];
    const pages = ENTRIES.map(([file, name], at): GeneratedPage => {
      const items = modelOf(file);
      const groups = [...new Set(Object.values(words.kinds))].map((group) => {
        const own = items
          .filter(
            ({ kind }) =>
              (words.kinds[kind as keyof typeof words.kinds] ?? words.kinds.TypeAlias) === group,
          )
          .sort((one, other) => (one.name ?? '').localeCompare(other.name ?? ''));
        // A function with several signatures is one name.
        const texts = own.map((item, index) =>
          item.name === own[index - 1]?.name
            ? itemText(item, file, words).replace(/^### .*\n\n/, '')
            : itemText(item, file, words),
        );
        return texts.length === 0 ? '' : `## ${group}\n\n${texts.join('\n\n')}`;
      });
      return {
        path: `reference/packages/${file}.md`,
        language,
        title: name.replace('@prichal/', ''),
        description: `${name}: ${words.description}`,
        order: at + 1,
        body: `# \`${name}\`\n\n${words.english}${groups.filter((group) => group !== '').join('\n\n')}`,
      };
    });
    const list = ENTRIES.map(([file, name]) => `- [\`${name}\`](./${file})`);
    return [
      {
        path: 'reference/packages/index.md',
        language,
        title: words.title,
        description: words.description,
        order: 3,
        body: `${words.lead}\n\n${list.join('\n')}`,
      },
      ...pages,
    ];
  });
}
