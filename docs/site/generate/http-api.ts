/*
 * The HTTP API from docs/api: a page for each tag of openapi.yaml, one for the events of asyncapi.yaml, and one for
 * webhooks. texts/http-api.yaml has the text above the operations, texts/http-api.ru.yaml the Russian descriptions.
 */
import { parse } from 'yaml';
import {
  cell,
  escapeText,
  type GeneratedPage,
  LANGUAGES,
  type Language,
  read,
  table,
} from './page.ts';
import type { Translations } from './translations.ts';

interface Reference {
  $ref?: string;
}

interface Schema extends Reference {
  type?: string | string[];
  description?: string;
  enum?: unknown[];
  const?: unknown;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  oneOf?: Schema[];
  anyOf?: Schema[];
  allOf?: Schema[];
}

interface Parameter extends Reference {
  name?: string;
  in?: string;
  required?: boolean;
  description?: string;
  schema?: Schema;
}

interface Content {
  schema?: Schema;
  example?: unknown;
}

interface Answer extends Reference {
  description?: string;
  headers?: Record<string, unknown>;
  content?: Record<string, Content>;
}

interface Operation {
  operationId: string;
  tags?: string[];
  summary?: string;
  description?: string;
  parameters?: Parameter[];
  requestBody?: {
    description?: string;
    required?: boolean;
    content: Record<string, Content>;
  } & Reference;
  responses: Record<string, Answer>;
  security?: Record<string, unknown>[];
}

interface PathItem {
  parameters?: Parameter[];
  'x-only-where'?: string;
  'x-any-method'?: boolean;
}

interface Api {
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, unknown>>;
  components: Record<string, Record<string, unknown>>;
}

/** Tags whose pages say above what all their paths need. */
const WHOLE = new Set(['sign-in', 'stand']);

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

/** Texts above the operations of a page, and the page of webhooks. */
const TEXTS = parse(read('docs/site/generate/texts/http-api.yaml')) as Record<
  string,
  Record<Language, string>
>;

const WORDS = {
  en: {
    title: 'HTTP API',
    description: 'Every request and response of the server, its events and webhooks',
    tags: {
      site: 'Site',
      bridge: 'Bridge',
      'sign-in': 'Sign-in',
      operator: 'Admin listener',
      stand: 'Sandbox',
    },
    operations: ['Request', 'Description'],
    parameters: ['Parameter', 'Description', 'In', 'Type'],
    answers: ['Status', 'Meaning', 'Body'],
    members: ['Field', 'Description', 'Type'],
    places: { query: 'query', header: 'header', path: 'path' },
    required: 'Required.',
    body: 'Request body',
    answer: 'Response body',
    same: (operation: string) => `as for ${operation}.`,
    data: 'Content of `data`',
    example: 'Example',
    only: (condition: string) => `This path exists only if ${condition}.`,
    anyMethod: 'Every method gets the same response.',
    authentication: 'Authentication',
    optional: 'optional',
    credentials: {
      bearer: 'access token',
      dpop: 'access token with DPoP',
      cookie: 'session cookie',
      initData: 'init data',
      clientSecret: 'introspection secret as Bearer',
      clientBasic: 'introspection secret as Basic',
    },
    listOf: (type: string) => `list of ${type}`,
    or: ' or ',
    types: {} as Record<string, string>,
    events: ['Events of the bridge', 'Events of `GET /bridge/events`'],
    webhooks: [
      'Webhooks and audit log',
      'Posts to your endpoints about messages and sign-in events',
    ],
  },
  ru: {
    title: 'HTTP API',
    description: 'Все запросы и ответы сервера, события и вебхуки',
    tags: {
      site: 'Сайт',
      bridge: 'Мост',
      'sign-in': 'Вход',
      operator: 'Служебный адрес',
      stand: 'Песочница',
    },
    operations: ['Запрос', 'Описание'],
    parameters: ['Параметр', 'Описание', 'Где', 'Тип'],
    answers: ['Статус', 'Значение', 'Тело'],
    members: ['Поле', 'Описание', 'Тип'],
    places: { query: 'запрос', header: 'заголовок', path: 'путь' },
    required: 'Обязателен.',
    body: 'Тело запроса',
    answer: 'Тело ответа',
    same: (operation: string) => `как у ${operation}.`,
    data: 'Содержимое `data`',
    example: 'Пример',
    only: (condition: string) => `Этот путь есть, только если ${condition}.`,
    anyMethod: 'Ответ одинаков для всех методов.',
    authentication: 'Аутентификация',
    optional: 'необязательна',
    credentials: {
      bearer: 'access-токен',
      dpop: 'access-токен с DPoP',
      cookie: 'cookie сессии',
      initData: 'init data',
      clientSecret: 'секрет интроспекции как Bearer',
      clientBasic: 'секрет интроспекции как Basic',
    },
    listOf: (type: string) => `список: ${type}`,
    or: ' или ',
    types: {
      string: 'строка',
      integer: 'целое число',
      boolean: 'логическое',
      object: 'объект',
      array: 'список',
      null: 'null',
    } as Record<string, string>,
    events: ['События моста', 'События `GET /bridge/events`'],
    webhooks: ['Вебхуки и журнал аудита', 'Запросы к вашим адресам о сообщениях и событиях входа'],
  },
};

type Words = (typeof WORDS)['en'];

/** What a page needs of its language. */
interface Told {
  words: Words;
  /** An English text of docs/api in this language. */
  text: (english: string | undefined) => string;
}

class Describer {
  readonly #api: unknown;
  readonly #told: Told;

  constructor(api: unknown, told: Told) {
    this.#api = api;
    this.#told = told;
  }

  /** What a reference leads to. @throws when it leads nowhere */
  follow<T extends Reference>(value: T): T {
    if (value.$ref === undefined) return value;
    let found = this.#api;
    for (const part of value.$ref.replace(/^#\//, '').split('/')) {
      found = (found as Record<string, unknown> | undefined)?.[
        part.replaceAll('~1', '/').replaceAll('~0', '~')
      ];
    }
    if (found === undefined) throw new Error(`nothing is at ${value.$ref}`);
    return this.follow(found as T);
  }

  /** `string`, `integer`, `list of string`, `Token`; of one constant or a few words: those. */
  typeOf(schema: Schema | undefined): string {
    if (schema === undefined) return '';
    if (schema.$ref !== undefined) {
      const named = this.follow(schema);
      return named.properties ? (schema.$ref.split('/').at(-1) ?? '') : this.typeOf(named);
    }
    if (schema.const !== undefined) return `\`${String(schema.const)}\``;
    if (schema.enum && schema.enum.length <= 8)
      return schema.enum.map((each) => `\`${String(each)}\``).join(', ');
    const choices = schema.oneOf ?? schema.anyOf;
    const { words } = this.#told;
    if (choices) return choices.map((each) => this.typeOf(each)).join(words.or);
    if (schema.items) return words.listOf(this.typeOf(schema.items));
    return [schema.type ?? 'object']
      .flat()
      .map((type) => words.types[type] ?? type)
      .join(words.or);
  }

  /** Members of an object, with those of its members in dots, three deep; all of `allOf` and of `oneOf`. */
  members(schema: Schema | undefined, prefix = '', depth = 0): string[][] {
    if (schema === undefined) return [];
    const object = this.follow(schema);
    const whole = (object.allOf ?? []).flatMap((part) => this.members(part, prefix, depth));
    const choice = object.oneOf?.find((part) => this.follow(part).properties);
    if (choice) return this.members(choice, prefix, depth);
    const own = Object.entries(object.properties ?? {}).flatMap(([name, member]) => {
      const followed = this.follow(member);
      const row = [
        `\`${prefix}${name}\``,
        cell(this.#told.text(member.description ?? followed.description)),
        cell(this.typeOf(member)),
      ];
      const inner = followed.items ? this.follow(followed.items) : followed;
      const deeper =
        depth < 2
          ? this.members(inner, `${prefix}${name}${followed.items ? '[]' : ''}.`, depth + 1)
          : [];
      return [row, ...deeper];
    });
    return [...whole, ...own];
  }
}

/** `get-bridge-events`, the anchor of an operation. */
const anchorOf = (method: string, path: string): string =>
  `${method}${path}`
    .replaceAll(/[^a-z0-9]+/gi, '-')
    .replace(/-$/, '')
    .toLowerCase();

const headOf = (method: string, path: string): string => `\`${method.toUpperCase()} ${path}\``;

function exampleOf(content: Content | undefined, words: Words): string[] {
  if (content?.example === undefined) return [];
  return [`${words.example}:`, `\`\`\`json\n${JSON.stringify(content.example, null, 2)}\n\`\`\``];
}

function operationText(
  api: Api,
  path: string,
  method: string,
  operation: Operation,
  told: Told,
  /** Operations of the page whose response has a schema, by the schema. */
  shown: Map<string, string>,
): string {
  const { words, text } = told;
  const describer = new Describer(api, told);
  const item = api.paths[path] as PathItem;
  const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])].map((each) =>
    describer.follow(each),
  );
  const only = item['x-only-where'];
  const parts = [
    `## ${headOf(method, path)} {#${anchorOf(method, path)}}`,
    escapeText(text(operation.summary)),
    escapeText(text(operation.description)),
    item['x-any-method'] === true ? words.anyMethod : '',
    only === undefined || WHOLE.has(operation.tags?.[0] ?? '')
      ? ''
      : escapeText(words.only(text(only))),
  ];
  const proofs = (operation.security ?? []).flatMap((each) => Object.keys(each));
  if (proofs.length > 0) {
    const names = [...new Set(proofs)].map(
      (each) => words.credentials[each as keyof Words['credentials']],
    );
    const optional = operation.security?.some((each) => Object.keys(each).length === 0);
    parts.push(
      `**${words.authentication}:** ${names.join(', ')}${optional ? ` (${words.optional})` : ''}.`,
    );
  }
  if (parameters.length > 0) {
    parts.push(
      table(
        words.parameters,
        parameters.map(({ name = '', in: place = '', required, schema, description }) => [
          `\`${name}\``,
          cell(`${required === true ? `${words.required} ` : ''}${text(description)}`),
          words.places[place as keyof Words['places']],
          cell(describer.typeOf(schema)),
        ]),
      ),
    );
  }
  if (operation.requestBody) {
    const body = describer.follow(operation.requestBody);
    for (const [type, { schema }] of Object.entries(body.content)) {
      const rows = describer.members(schema);
      const about = body.description === undefined ? '' : `. ${escapeText(text(body.description))}`;
      parts.push(`${words.body}: \`${type}\`${about}`);
      if (rows.length > 0) parts.push(table(words.members, rows));
    }
  }
  const answers = Object.entries(operation.responses)
    .filter(([status]) => status !== 'default')
    .map(([status, answer]) => ({ status, ...describer.follow(answer) }))
    .filter(({ description }) => !description?.startsWith('Only with `dev.enabled`'))
    .map(({ status, description, content = {} }) => {
      return [
        status,
        cell(text(description)),
        Object.keys(content)
          .map((type) => `\`${type}\``)
          .join('<br>'),
      ];
    });
  parts.push(table(words.answers, answers));
  const [status, good] =
    Object.entries(operation.responses).find(([each]) => each.startsWith('2')) ?? [];
  const content = good ? describer.follow(good).content?.['application/json'] : undefined;
  const rows = describer.members(content?.schema);
  const before = shown.get(content?.schema?.$ref ?? '');
  if (before !== undefined) parts.push(`${words.answer} (${status}): ${words.same(before)}`);
  else if (rows.length > 0) {
    parts.push(
      `${words.answer} (${status}):`,
      ...exampleOf(content, words),
      table(words.members, rows),
    );
    shown.set(
      content?.schema?.$ref ?? path,
      `[${headOf(method, path)}](#${anchorOf(method, path)})`,
    );
  }
  return parts.filter((part) => part.trim() !== '').join('\n\n');
}

interface Message {
  name: string;
  title?: string;
  summary?: string;
  headers?: Schema;
  payload?: Schema;
}

function eventsPage(language: Language, told: Told): GeneratedPage {
  const api = parse(read('docs/api/asyncapi.yaml')) as {
    components: { messages: Record<string, Message> };
  };
  const { words, text } = told;
  const describer = new Describer(api, told);
  const messages = Object.entries(api.components.messages).map(
    ([id, { name, title, summary, headers, payload }]) => {
      const fields = headers ? describer.members(headers) : [];
      const members = payload ? describer.members(payload) : [];
      return [
        `## ${text(title ?? name)} {#${id.toLowerCase()}}`,
        escapeText(text(summary)),
        fields.length === 0 ? '' : table(words.members, fields),
        members.length === 0 ? '' : `${words.data}:\n\n${table(words.members, members)}`,
      ]
        .filter((part) => part !== '')
        .join('\n\n');
    },
  );
  const [title = '', description = ''] = words.events;
  return {
    path: 'reference/http-api/events.md',
    language,
    title,
    description,
    order: 8,
    body: [TEXTS.events?.[language], ...messages].join('\n\n'),
  };
}

/** Operations that only say that nothing is at a path, or that it takes no other method. */
const isNothing = (path: string, method: string): boolean =>
  path.endsWith('{rest}') || (path === '/{file}' && method === 'post');

function operationsPage(
  api: Api,
  name: string,
  description: string,
  at: number,
  language: Language,
  told: Told,
): GeneratedPage {
  const { words, text } = told;
  const operations = Object.entries(api.paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method] as Operation | undefined;
      return operation?.tags?.includes(name) && !isNothing(path, method)
        ? [{ path, method, operation }]
        : [];
    }),
  );
  const list = operations.map(({ path, method, operation }) => [
    `[${headOf(method, path)}](#${anchorOf(method, path)})`,
    cell(text(operation.summary)),
  ]);
  const shown = new Map<string, string>();
  const texts = operations.map(({ path, method, operation }) =>
    operationText(api, path, method, operation, told, shown),
  );
  return {
    path: `reference/http-api/${name}.md`,
    language,
    title: words.tags[name as keyof Words['tags']],
    description: text(description),
    order: at + 1,
    // The list follows the first paragraph, above the sections.
    body: [
      (TEXTS[name]?.[language] ?? '').replace(
        /\n\n|\n*$/,
        `\n\n${table(words.operations, list)}\n\n`,
      ),
      ...texts,
    ].join('\n\n'),
  };
}

export function httpApiPages(translations: Translations): GeneratedPage[] {
  const api = parse(read('docs/api/openapi.yaml')) as Api;
  return LANGUAGES.flatMap((language): GeneratedPage[] => {
    const words: Words = WORDS[language];
    const told: Told = {
      words,
      text: (english = '') => (language === 'en' ? english.trim() : translations.of(english)),
    };
    const [title = '', description = ''] = words.webhooks;
    const pages = [
      ...api.tags.map((tag, at) =>
        operationsPage(api, tag.name, tag.description, at, language, told),
      ),
      eventsPage(language, told),
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
      (page) =>
        `- [${page.title}](./${page.path.split('/').at(-1)?.replace('.md', '')}): ${escapeText(page.description)}`,
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
