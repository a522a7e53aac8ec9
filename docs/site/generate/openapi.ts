/* The operations of docs/api/openapi.yaml: a page for each tag. */
import { parse } from 'yaml';
import { TEXTS, type Words } from './http-api-words.ts';
import { cell, escapeText, type GeneratedPage, type Language, read, table } from './page.ts';
import { Describer, type PageLanguage, type Reference, type Schema } from './schemas.ts';

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
  page: PageLanguage,
  /** Operations of the page whose response has a schema, by the schema. */
  shown: Map<string, string>,
): string {
  const { words, text } = page;
  const describer = new Describer(api, page);
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

/** Operations that only say that nothing is at a path, or that it takes no other method. */
const isNothing = (path: string, method: string): boolean =>
  path.endsWith('{rest}') || (path === '/{file}' && method === 'post');

function operationsPage(
  api: Api,
  name: string,
  description: string,
  at: number,
  language: Language,
  page: PageLanguage,
): GeneratedPage {
  const { words, text } = page;
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
    operationText(api, path, method, operation, page, shown),
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

/** @param language of the pages; `page` has its words */
export function operationsPages(language: Language, page: PageLanguage): GeneratedPage[] {
  const api = parse(read('docs/api/openapi.yaml')) as Api;
  return api.tags.map((tag, at) =>
    operationsPage(api, tag.name, tag.description, at, language, page),
  );
}
