/*
 * The exports of the npm packages, from the model that API Extractor makes of their declarations
 * (build/api/*.api.json: script/declarations.mjs). Descriptions are the comments of the source, in English.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import {
  cell,
  escapeText,
  type GeneratedPage,
  LANGUAGES,
  type Language,
  read,
  root,
  table,
} from './page.ts';

interface Entry extends Record<Language, string> {
  /** File of the model. */
  file: string;
  /** Import name. */
  name: string;
  /** Guide with the entry's example: its first block of code that imports the entry. */
  guide?: string;
}

/** The entries in the order of the side bar, each with its purpose. */
const ENTRIES: readonly Entry[] = [
  {
    file: 'connect',
    name: '@prichal/connect',
    guide: 'widget/index',
    en: 'Connect button, wallet dialog and hooks for React apps.',
    ru: 'Кнопка подключения, окно кошельков и хуки для приложений на React.',
  },
  {
    file: 'headless',
    name: '@prichal/connect/headless',
    guide: 'widget/custom-button',
    en: 'Hooks and components for your own wallet dialog.',
    ru: 'Хуки и компоненты для собственного окна кошельков.',
  },
  {
    file: 'vanilla',
    name: '@prichal/connect/vanilla',
    guide: 'widget/index',
    en: 'Connect button and wallet dialog for pages without React.',
    ru: 'Кнопка подключения и окно кошельков для страниц без React.',
  },
  {
    file: 'vue',
    name: '@prichal/connect/vue',
    guide: 'widget/vue',
    en: 'Plugin, connect button and composables for Vue apps.',
    ru: 'Плагин, кнопка подключения и composables для приложений на Vue.',
  },
  {
    file: 'wallet-source',
    name: '@prichal/connect/wallet-source',
    en: 'Access to the widget for sign-in packages such as `@prichal/session`.',
    ru: 'Доступ к виджету для пакетов входа, таких как `@prichal/session`.',
  },
  {
    file: 'testing-unit',
    name: '@prichal/connect/testing/unit',
    guide: 'widget/testing',
    en: 'Scripted wallet for unit tests of components.',
    ru: 'Кошелёк по сценарию для модульных тестов компонентов.',
  },
  {
    file: 'session',
    name: '@prichal/session',
    guide: 'widget/sign-in',
    en: 'Sign-in with a wallet or Telegram, and the session of the user.',
    ru: 'Вход по кошельку или Telegram и сессия пользователя.',
  },
  {
    file: 'session-react',
    name: '@prichal/session/react',
    guide: 'widget/sign-in',
    en: 'React hooks for the session.',
    ru: 'Хуки React для сессии.',
  },
  {
    file: 'sdk',
    name: '@prichal/sdk',
    en: 'TON Connect for web apps and Node.js, without a user interface.',
    ru: 'TON Connect для веб-приложений и Node.js, без интерфейса.',
  },
  {
    file: 'telegram',
    name: '@prichal/telegram',
    guide: 'widget/telegram',
    en: 'Theme, viewport, buttons and launch data of the Telegram client.',
    ru: 'Тема, размеры, кнопки и данные запуска клиента Telegram.',
  },
  {
    file: 'react',
    name: '@prichal/telegram/react',
    en: 'React hooks for the Telegram client.',
    ru: 'Хуки React для клиента Telegram.',
  },
  {
    file: 'telegram-session',
    name: '@prichal/telegram/session',
    guide: 'widget/sign-in',
    en: 'Sign-in with Telegram init data.',
    ru: 'Вход по init data из Telegram.',
  },
];

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
    description: 'Every export of the npm packages with its signature',
    lead: 'This reference lists every export of the npm packages with its TypeScript signature and its description. To start with the connect button, read the [guide to the widget](/widget/).',
    example: 'Example',
    guide: 'From the guide',
    member: ['Member', 'Description'],
    returns: 'Returns',
    standard: 'Default',
    throws: 'Throws',
    deprecated: 'Deprecated',
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
    description: 'Все экспорты пакетов npm с сигнатурами',
    lead: 'В этом справочнике перечислены все экспорты пакетов npm с сигнатурами TypeScript и описаниями. Если вам нужна кнопка подключения, начните с [руководства по виджету](/ru/widget/).',
    example: 'Пример',
    guide: 'Из руководства',
    member: ['Поле или метод', 'Описание'],
    returns: 'Возвращает',
    standard: 'По умолчанию',
    throws: 'Исключение',
    deprecated: 'Устарело',
    english: 'Описания взяты из исходного кода и написаны по-английски.',
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

/** The text of a TSDoc comment: links as names, tags as words. Empty if none, or if API Extractor made it. */
function commentOf({ docComment = '' }: Item, words: Words): string {
  if (/Constructs a new instance of the `\w+` class/.test(docComment)) return '';
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
    .replaceAll(/@deprecated\b\s*/g, `\n\n${words.deprecated}: `)
    .replaceAll(/@param (\S+)\s*-?\s*/g, '\n\n`$1`: ')
    .replaceAll('``', '`')
    .trim();
}

/** API Extractor calls an export `close_2` if a global has its name. */
const plainName = (name: string): string => name.replace(/_\d+$/, '');

/** The declaration of an item, without `export` and without modules that it imports types from. */
const declarationOf = ({ excerptTokens = [] }: Item): string =>
  excerptTokens
    .map(({ text }) => text)
    .join('')
    .replace(/^export (declare )?/, '')
    .replaceAll(/import\("[^"]+"\)\./g, '')
    // Classes of errors are made by a function, which the declarations call by such a name.
    .replace(/\/\* @__PURE__ \*\/ \w+Error_base/, 'TonConnectError')
    .trim();

/** Members that a reader can use, and that the declaration of the item does not have itself. */
const membersOf = ({ kind, members = [] }: Item): Item[] =>
  kind === 'TypeAlias' || kind === 'Namespace'
    ? []
    : members.filter((member) => !declarationOf(member).startsWith('protected '));

/** The whole declaration of an item, with its members, as TypeScript that a formatter can read. */
function statementOf(item: Item): string {
  const text = declarationOf(item).replace(/;$/, '');
  if (/^type /.test(text)) return `${text};`;
  if (/^(abstract )?class |^(interface|enum) /.test(text)) {
    const members = membersOf(item).map(declarationOf);
    return `declare ${text} {\n${members.join(item.kind === 'Enum' ? ',\n' : '\n')}\n}`;
  }
  return /^(function|const) /.test(text) ? `declare ${text};` : `declare const ${text};`;
}

/** Declarations of items with lines of at most 78 characters, by one run of the formatter. */
function formatted(items: readonly Item[]): Map<Item, string> {
  const known = items.filter(({ kind }) => kind !== 'Namespace');
  const source = known.map((item, at) => `// #${at}\n${statementOf(item)}\n`).join('\n');
  const output = execFileSync(
    resolve(root, 'node_modules/.bin/biome'),
    ['format', '--line-width=78', '--stdin-file-path=docs/site/generate/declarations.ts'],
    { cwd: root, input: source, encoding: 'utf8', maxBuffer: 1 << 24 },
  );
  return new Map(
    output
      .split(/^\/\/ #\d+\n/m)
      .slice(1)
      .map((text, at) => [
        known[at] as Item,
        text
          .trim()
          .replace(/^declare /, '')
          .replace(/ \{\}$/, ''),
      ]),
  );
}

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

/** The anchor of an export. A value, a type and a namespace can have the same name. */
const anchorOf = ({ kind, name = '' }: Item, entry: string): string => {
  const suffix =
    kind === 'TypeAlias' || kind === 'Interface' ? '-type' : kind === 'Namespace' ? '-names' : '';
  return `${entry}-${plainName(name)}${suffix}`;
};

function itemText(item: Item, entry: string, words: Words, declaration: string): string {
  const rows = membersOf(item).flatMap((member) => {
    const comment = cell(commentOf(member, words));
    const name = member.kind === 'Constructor' ? 'constructor' : member.name;
    return comment === '' || name === undefined ? [] : [[`\`${name}\``, comment]];
  });
  return [
    `### \`${plainName(item.name ?? '')}\` {#${anchorOf(item, entry)}}`,
    proseLines(commentOf(item, words)),
    `\`\`\`ts\n${declaration}\n\`\`\``,
    rows.length === 0 ? '' : table(words.member, rows),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

/** The example of an entry and a link to its guide. @throws if the guide has no block that imports the entry */
function exampleOf({ name, guide }: Entry, language: Language, words: Words): string {
  if (guide === undefined) return '';
  const page = `${language === 'ru' ? 'ru/' : ''}${guide}`;
  const text = read(`docs/site/${page}.md`);
  const blocks = [...text.matchAll(/^```tsx?\b.*\n[\s\S]*?^```$/gm)].map(([block]) => block);
  const example = blocks.find((block) => block.includes(`from '${name}';`));
  if (example === undefined) throw new Error(`${page}.md has no code that imports ${name}`);
  const title = /^# (.*)$/m.exec(text)?.[1] ?? '';
  const link = `[${title}](/${page.replace(/index$/, '')})`;
  return `## ${words.example}\n\n${example}\n\n${words.guide}: ${link}.`;
}

/** @throws when the packages have not been built */
function modelOf(file: string): Item[] {
  const path = resolve(root, `build/api/${file}.api.json`);
  if (!existsSync(path)) {
    throw new Error(`${path} is missing. Fix: run script/build packages`);
  }
  const model = JSON.parse(readFileSync(path, 'utf8')) as { members: { members: Item[] }[] };
  return model.members[0]?.members ?? [];
}

export function packagesPages(): GeneratedPage[] {
  const models = new Map(ENTRIES.map(({ file }) => [file, modelOf(file)]));
  const declarations = formatted([...models.values()].flat());
  return LANGUAGES.flatMap((language): GeneratedPage[] => {
    const words: Words = WORDS[language];
    const pages = ENTRIES.map((entry, at): GeneratedPage => {
      const { file, name } = entry;
      const items = models.get(file) ?? [];
      const textOf = (item: Item): string =>
        itemText(item, file, words, declarations.get(item) ?? declarationOf(item));
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
            ? textOf(item).replace(/^### .*\n\n/, '')
            : textOf(item),
        );
        return texts.length === 0 ? '' : `## ${group}\n\n${texts.join('\n\n')}`;
      });
      return {
        path: `reference/packages/${file}.md`,
        language,
        title: name.replace('@prichal/', ''),
        description: `${name}: ${entry[language]}`,
        order: at + 1,
        body: [
          `# \`${name}\``,
          entry[language],
          exampleOf(entry, language, words),
          words.english,
          ...groups,
        ]
          .filter((part) => part !== '')
          .join('\n\n'),
      };
    });
    const list = ENTRIES.map(
      (entry) => `- [\`${entry.name}\`](./${entry.file}): ${entry[language]}`,
    );
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
