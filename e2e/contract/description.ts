// Reads docs/api/openapi.yaml, as far as answers are checked against it.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parse } from 'yaml';

/** One of the server's two listeners. */
export type Listener = 'site' | 'operator';

export interface HeaderOrRef {
  readonly $ref?: string;
  readonly required?: boolean;
  readonly schema?: { readonly type?: string | readonly string[] };
}

export interface MediaType {
  readonly schema?: object;
}

export interface ResponseOrRef {
  readonly $ref?: string;
  readonly headers?: Readonly<Record<string, HeaderOrRef>>;
  readonly content?: Readonly<Record<string, MediaType>>;
  readonly 'x-statuses'?: readonly number[];
}

export interface Operation {
  readonly operationId: string;
  readonly responses: Readonly<Record<string, ResponseOrRef>>;
}

const methods = ['get', 'head', 'post', 'delete', 'options'] as const;

export interface PathItem extends Readonly<Partial<Record<(typeof methods)[number], Operation>>> {
  readonly servers?: readonly { readonly url: string }[];
  readonly parameters?: readonly {
    readonly $ref?: string;
    readonly name?: string;
    readonly 'x-multi-segment'?: boolean;
  }[];
  readonly 'x-any-method'?: boolean;
  readonly 'x-only-where'?: string;
}

export interface OpenApi {
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, PathItem>>;
  readonly components: {
    readonly responses: Readonly<Record<string, ResponseOrRef>>;
    readonly schemas: Readonly<Record<string, object>>;
  };
}

/** A path of the description. */
export interface Route {
  readonly path: string;
  readonly item: PathItem;
  readonly listeners: ReadonlySet<Listener>;
  readonly pattern: RegExp;
}

/** The path of every file, for paths without a description. */
export const anyFile = '/{file}';

const folder = resolve(import.meta.dirname, '../../docs/api');

/** Reads and parses a file of docs/api. */
export function readDescription(name: string): unknown {
  return parse(readFileSync(resolve(folder, name), 'utf8'));
}

/** The description names its listeners by the defaults of server.listen and server.admin. */
const listenerOf = (url: string): Listener => (url.endsWith(':9103') ? 'operator' : 'site');

export class Description {
  readonly document: OpenApi;
  readonly #routes: readonly Route[];

  constructor(document = readDescription('openapi.yaml') as OpenApi) {
    this.document = document;
    this.#routes = Object.entries(document.paths)
      .map(([path, item]) => this.#routeOf(path, item))
      // Literal parts precede parameters (OpenAPI 3.1, section 4.8.8).
      .sort((a, b) => fixedPartOf(b.path) - fixedPartOf(a.path));
  }

  /** Returns the target of a `$ref`, or the object itself. */
  resolve<Value extends { readonly $ref?: string }>(value: Value): Value {
    if (value.$ref === undefined) return value;
    let found: unknown = this.document;
    for (const part of value.$ref.slice(2).split('/')) {
      found = (found as Record<string, unknown>)[part.replaceAll('~1', '/').replaceAll('~0', '~')];
    }
    return found as Value;
  }

  /** Undefined if the description has no such path, not even as a file. */
  routeOf(listener: Listener, path: string): Route | undefined {
    return this.#routes.find(
      ({ listeners, pattern }) => listeners.has(listener) && pattern.test(path),
    );
  }

  /** Answer for paths that do not exist. */
  get nowhere(): Route {
    const found = this.#routes.find(({ path }) => path === anyFile);
    if (!found) throw new Error(`the description has no ${anyFile}`);
    return found;
  }

  /** Ids of all operations. */
  get operations(): string[] {
    return this.#routes.flatMap(({ item }) =>
      operationsOf(item).map(({ operationId }) => operationId),
    );
  }

  #routeOf(path: string, item: PathItem): Route {
    const open = (item.parameters ?? [])
      .map((parameter) => this.resolve(parameter))
      .filter((parameter) => parameter['x-multi-segment'])
      .map(({ name }) => name);
    const pattern = path
      .replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&')
      .replaceAll(/\{(\w+)\}/g, (_, name: string) => (open.includes(name) ? '.*' : '[^/]+'));
    return {
      path,
      item,
      listeners: new Set((item.servers ?? this.document.servers).map(({ url }) => listenerOf(url))),
      pattern: new RegExp(`^${pattern}$`),
    };
  }
}

/** Returns the methods of a path, in the format of `Allow`. */
export function methodsOf(item: PathItem): string[] {
  return methods.filter((method) => item[method]).map((method) => method.toUpperCase());
}

export function operationsOf(item: PathItem): Operation[] {
  return methods.flatMap((method) => item[method] ?? []);
}

/** Returns the length of a path's literal part. A fully literal path precedes all others. */
function fixedPartOf(path: string): number {
  const open = path.indexOf('{');
  return open === -1 ? Number.POSITIVE_INFINITY : open;
}
