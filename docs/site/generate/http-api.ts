/*
 * The HTTP API from docs/api: a page for each tag of openapi.yaml, and one for the events of asyncapi.yaml.
 * Descriptions are English, as the files are; what stands around them is in both languages.
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

interface Api {
  info: { description: string };
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, unknown>>;
  components: Record<string, Record<string, unknown>>;
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

const WORDS = {
  en: {
    title: 'HTTP API',
    description: 'Every path of the server: requests, answers, events',
    lead: 'Every path of a Prichal server, from `docs/api/openapi.yaml` and `asyncapi.yaml`, which the tests hold every answer of the server to.',
    tags: {
      site: 'The site',
      bridge: 'The bridge',
      'sign-in': 'Sign-in',
      operator: 'The operator’s listener',
      stand: 'The stand',
    },
    parameters: ['Parameter', 'In', 'Type', 'What'],
    answers: ['Status', 'When', 'Body'],
    members: ['Member', 'Type', 'What'],
    required: 'required',
    body: 'Body',
    only: 'Only where',
    proof: 'Proof',
    events: 'Events of the bridge',
    eventsText: 'What comes on `GET /bridge/events`',
    english: '',
  },
  ru: {
    title: 'HTTP API',
    description: 'Каждый путь сервера: запросы, ответы, события',
    lead: 'Каждый путь сервера, из `docs/api/openapi.yaml` и `asyncapi.yaml`; тесты сверяют с ними каждый ответ сервера.',
    tags: {
      site: 'Сайт',
      bridge: 'Мост',
      'sign-in': 'Вход',
      operator: 'Для оператора',
      stand: 'Стенд',
    },
    parameters: ['Параметр', 'Где', 'Тип', 'Что'],
    answers: ['Статус', 'Когда', 'Тело'],
    members: ['Поле', 'Тип', 'Что'],
    required: 'обязателен',
    body: 'Тело',
    only: 'Только если',
    proof: 'Доказательство',
    events: 'События моста',
    eventsText: 'Что приходит по `GET /bridge/events`',
    english: 'Описания — по-английски, как в самих файлах.\n\n',
  },
};

class Describer {
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
  }

  /** What a reference leads to. @throws when it leads nowhere */
  follow<T extends Reference>(value: T): T {
    if (value.$ref === undefined) return value;
    let found: unknown = this.#api;
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
    if (choices) return choices.map((each) => this.typeOf(each)).join(' or ');
    if (schema.items) return `list of ${this.typeOf(schema.items)}`;
    return [schema.type ?? 'object'].flat().join(' or ');
  }

  /** Members of an object with those of its members in dots, three deep; `allOf` as one. */
  members(schema: Schema | undefined, prefix = '', depth = 0): string[][] {
    if (schema === undefined) return [];
    const object = this.follow(schema);
    const whole = (object.allOf ?? []).flatMap((part) => this.members(part, prefix, depth));
    const own = Object.entries(object.properties ?? {}).flatMap(([name, member]) => {
      const followed = this.follow(member);
      const row = [
        `\`${prefix}${name}\``,
        cell(this.typeOf(member)),
        cell(followed.description ?? ''),
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

function operationText(
  api: Api,
  path: string,
  method: string,
  operation: Operation,
  language: Language,
): string {
  const words = WORDS[language];
  const describer = new Describer(api);
  const item = api.paths[path] as { parameters?: Parameter[]; 'x-only-where'?: string };
  const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])].map((each) =>
    describer.follow(each),
  );
  const parts = [
    `## \`${method.toUpperCase()} ${path}\` {#${operation.operationId.toLowerCase()}}`,
    escapeText(operation.summary ?? ''),
    escapeText(operation.description ?? ''),
    item['x-only-where'] === undefined ? '' : `${words.only} ${escapeText(item['x-only-where'])}.`,
  ];
  const proofs = (operation.security ?? []).flatMap((each) => Object.keys(each));
  if (proofs.length > 0)
    parts.push(`${words.proof}: ${[...new Set(proofs)].map((each) => `\`${each}\``).join(', ')}.`);
  if (parameters.length > 0) {
    parts.push(
      table(
        words.parameters,
        parameters.map(({ name = '', in: place = '', required, schema, description = '' }) => [
          `\`${name}\``,
          place,
          cell(describer.typeOf(schema)),
          cell(`${required === true ? `${words.required}. ` : ''}${description}`),
        ]),
      ),
    );
  }
  if (operation.requestBody) {
    const body = describer.follow(operation.requestBody);
    for (const [type, { schema }] of Object.entries(body.content)) {
      const rows = describer.members(schema);
      parts.push(
        `${words.body}: \`${type}\`${body.description === undefined ? '' : ` — ${escapeText(body.description)}`}`,
      );
      if (rows.length > 0) parts.push(table(words.members, rows));
    }
  }
  const answers = Object.entries(operation.responses).map(([status, answer]) => {
    const { description = '', content = {} } = describer.follow(answer);
    const bodies = Object.entries(content).map(([type, { schema }]) => {
      const name = schema?.$ref?.split('/').at(-1);
      return `\`${type}\`${name === undefined ? '' : ` ${name}`}`;
    });
    return [status, cell(description), bodies.join('<br>')];
  });
  parts.push(table(words.answers, answers));
  const good = Object.entries(operation.responses).find(([status]) => status.startsWith('2'));
  const schema = good ? describer.follow(good[1]).content?.['application/json']?.schema : undefined;
  const rows = describer.members(schema);
  if (rows.length > 0) parts.push(`\`${good?.[0]}\`:`, table(words.members, rows));
  return parts.filter((part) => part.trim() !== '').join('\n\n');
}

interface Message {
  name: string;
  title?: string;
  summary?: string;
  description?: string;
  headers?: Schema;
  payload?: Schema;
}

function eventsPage(language: Language): GeneratedPage {
  const api = parse(read('docs/api/asyncapi.yaml')) as {
    info: { description: string };
    components: { messages: Record<string, Message> };
  };
  const words = WORDS[language];
  const describer = new Describer(api as unknown as Api);
  const messages = Object.entries(api.components.messages).map(
    ([id, { name, title, summary, description, headers, payload }]) => {
      const fields = headers ? describer.members(headers) : [];
      const members = payload ? describer.members(payload) : [];
      return [
        `## ${title ?? name} {#${id.toLowerCase()}}`,
        escapeText(summary ?? ''),
        escapeText(description ?? ''),
        fields.length === 0 ? '' : table(words.members, fields),
        members.length === 0 ? '' : `\`data\`:\n\n${table(words.members, members)}`,
      ]
        .filter((part) => part !== '')
        .join('\n\n');
    },
  );
  return {
    path: 'reference/http-api/events.md',
    language,
    title: words.events,
    description: words.eventsText,
    order: 9,
    body: `${words.english}${escapeText(api.info.description)}\n\n${messages.join('\n\n')}`,
  };
}

export function httpApiPages(): GeneratedPage[] {
  const api = parse(read('docs/api/openapi.yaml')) as Api;
  return LANGUAGES.flatMap((language): GeneratedPage[] => {
    const words = WORDS[language];
    const pages = api.tags.map(({ name, description }, at): GeneratedPage => {
      const operations = Object.entries(api.paths).flatMap(([path, item]) =>
        METHODS.flatMap((method) => {
          const operation = item[method] as Operation | undefined;
          return operation?.tags?.includes(name)
            ? [operationText(api, path, method, operation, language)]
            : [];
        }),
      );
      return {
        path: `reference/http-api/${name}.md`,
        language,
        title: words.tags[name as keyof typeof words.tags] ?? name,
        description,
        order: at + 1,
        body: `${words.english}${escapeText(description)}\n\n${operations.join('\n\n')}`,
      };
    });
    const list = [...pages, eventsPage(language)].map(
      ({ title, description, path }) =>
        `- [${title}](./${path.split('/').at(-1)?.replace('.md', '')}): ${escapeText(description)}`,
    );
    return [
      {
        path: 'reference/http-api/index.md',
        language,
        title: words.title,
        description: words.description,
        order: 2,
        body: `${words.lead}\n\n${list.join('\n')}\n\n${words.english}${escapeText(api.info.description)}`,
      },
      ...pages,
      eventsPage(language),
    ];
  });
}
