// Checks answers of the server against docs/api/openapi.yaml.
import type { ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import {
  Description,
  type HeaderOrRef,
  type Listener,
  type MediaType,
  methodsOf,
  type Operation,
  operationsOf,
  type PathItem,
  type ResponseOrRef,
  type Route,
} from './description.ts';

export interface Answer {
  readonly listener: Listener;
  readonly method: string;
  /** Path with query. */
  readonly target: string;
  readonly status: number;
  /** Values by lower-case name. A repeated field has several values. */
  readonly headers: ReadonlyMap<string, readonly string[]>;
  /** Null if the body was not read. */
  readonly body: string | null;
}

/**
 * Statuses for a request from another origin, with another host name, or without a usable store.
 */
const beforeMethod: ReadonlySet<number> = new Set([403, 421, 503]);

/** Fields of the connection, not of the answer. CORS is described where it matters. */
const framing =
  /^(date|content-type|content-length|connection|keep-alive|transfer-encoding|access-control-.*)$/;

const typeOf = (answer: Answer): string =>
  (answer.headers.get('content-type')?.[0] ?? '').split(';')[0]?.trim() ?? '';

export class Contract {
  readonly description: Description;
  readonly #ajv = new Ajv2020({ strict: false, validateSchema: false, allErrors: false });
  readonly #validators = new WeakMap<object, ValidateFunction>();
  /** `operationId status` of all matching answers. */
  readonly seen = new Set<string>();

  constructor(description = new Description()) {
    this.description = description;
    formats.default(this.#ajv);
    this.#ajv.addSchema(description.document, 'openapi', true);
  }

  /** Returns the differences from the description. Empty if the answer matches. */
  violationsOf(answer: Answer): string[] {
    const [path = ''] = answer.target.split('?');
    const route = this.description.routeOf(answer.listener, path);
    if (!route) return ['no path of docs/api/openapi.yaml is this one'];
    const wrong = this.#violationsAt(route, answer);
    if (wrong.length === 0 || route.item['x-only-where'] === undefined) return wrong;
    // Otherwise the path may not exist.
    return this.#violationsAt(this.description.nowhere, answer).length === 0 ? [] : wrong;
  }

  #violationsAt(route: Route, answer: Answer): string[] {
    const { item, path } = route;
    const method = answer.method.toLowerCase() as 'get';
    const isFile = path === this.description.nowhere.path;
    const operation = item['x-any-method']
      ? item.get
      : (item[method] ?? (isFile ? item.post : undefined));
    if (!operation) return this.#violationsOfOtherMethod(route, answer);
    const wrong = this.#violationsOf(operation, answer);
    if (wrong.length === 0) this.seen.add(`${operation.operationId} ${answer.status}`);
    return wrong.map((text) => `${operation.operationId}: ${text}`);
  }

  #violationsOf({ responses }: Operation, answer: Answer): string[] {
    const specific = responses[answer.status];
    const any = responses.default && this.description.resolve(responses.default);
    const isRefusal = any?.['x-statuses']?.includes(answer.status) ?? false;
    const wrong = specific
      ? this.#violationsOfResponse(specific, answer)
      : [`the status ${answer.status} is not described`];
    if (wrong.length === 0 || !any || !isRefusal) return wrong;
    const other = this.#violationsOfResponse(any, answer);
    return other.length === 0 || !specific ? other : wrong;
  }

  #violationsOfOtherMethod({ item, path }: Route, answer: Answer): string[] {
    const { MethodNotAllowed, Refused } = this.description.document.components.responses;
    if (!MethodNotAllowed || !Refused) throw new Error('the description has no such responses');
    if (Refused['x-statuses']?.includes(answer.status)) {
      return this.#violationsOfResponse(Refused, answer);
    }
    if (answer.status !== 405) {
      return this.#isRefusalOf(item, answer)
        ? []
        : [`${path} has no ${answer.method}, and the status is not 405 but ${answer.status}`];
    }
    const allowed = (answer.headers.get('allow')?.[0] ?? '').split(', ').toSorted();
    const described = methodsOf(item).toSorted();
    return [
      ...(allowed.join() === described.join()
        ? []
        : [`Allow says ${allowed.join(', ')}, described are ${described.join(', ')}`]),
      ...this.#violationsOfResponse(MethodNotAllowed, answer),
    ];
  }

  /** Returns whether a path may reject this request before it checks the method. */
  #isRefusalOf(item: PathItem, answer: Answer): boolean {
    if (!beforeMethod.has(answer.status)) return false;
    return operationsOf(item).some(({ responses }) => {
      const specific = responses[answer.status];
      return specific !== undefined && this.#violationsOfResponse(specific, answer).length === 0;
    });
  }

  #violationsOfResponse(response: ResponseOrRef, answer: Answer): string[] {
    const { headers = {}, content } = this.description.resolve(response);
    return [
      ...this.#violationsOfHeaders(headers, answer),
      ...this.#violationsOfBody(content, answer),
    ];
  }

  #violationsOfHeaders(described: Readonly<Record<string, HeaderOrRef>>, answer: Answer): string[] {
    const wrong: string[] = [];
    const names = new Set<string>();
    for (const [name, header] of Object.entries(described)) {
      names.add(name.toLowerCase());
      const { required = false, schema = {} } = this.description.resolve(header);
      const values = answer.headers.get(name.toLowerCase()) ?? [];
      if (required && values.length === 0) wrong.push(`the header ${name} is missing`);
      for (const value of values) {
        const typed = schema.type === 'integer' ? Number(value) : value;
        const fault = this.#faultOf(schema, typed);
        if (fault) wrong.push(`the header ${name}: ${value} ${fault}`);
      }
    }
    for (const name of answer.headers.keys()) {
      if (!names.has(name) && !framing.test(name))
        wrong.push(`the header ${name} is not described`);
    }
    return wrong;
  }

  #violationsOfBody(
    content: Readonly<Record<string, MediaType>> | undefined,
    answer: Answer,
  ): string[] {
    const type = typeOf(answer);
    if (!content) {
      return type === '' && !answer.body ? [] : [`a body of ${type}, where none is described`];
    }
    const media = content[type] ?? content['*/*'];
    if (!media) return [`the content type ${type} is not described`];
    if (answer.method === 'HEAD') return answer.body ? ['HEAD has a body'] : [];
    if (answer.body === null || !media.schema) return [];
    return this.#violationsOfText(type, media.schema, answer.status, answer.body);
  }

  #violationsOfText(type: string, schema: object, status: number, text: string): string[] {
    if (!/[/+]json$/.test(type)) {
      const fault = this.#faultOf(schema, text);
      return fault ? [`the body ${fault}`] : [];
    }
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      return [`the body is no JSON: ${text.slice(0, 200)}`];
    }
    const fault = this.#faultOf(schema, value);
    if (fault) return [`the body ${fault}: ${text.slice(0, 400)}`];
    // The status in an error must be the status of the answer.
    const { statusCode, type: kind, status: named } = value as Record<string, unknown>;
    const said = kind === 'about:blank' ? named : statusCode;
    return said === undefined || said === status
      ? []
      : [`the body says ${said}, the status is ${status}`];
  }

  #faultOf(schema: object, value: unknown): string {
    let validate = this.#validators.get(schema);
    if (!validate) {
      validate = this.#ajv.compile(this.#absolute(schema));
      this.#validators.set(schema, validate);
    }
    if (validate(value)) return '';
    const [error] = validate.errors ?? [];
    return `${error?.instancePath ?? ''} ${error?.message ?? ''} ${JSON.stringify(error?.params)}`.trim();
  }

  /** Returns a copy of the schema in which each `$ref` starts with the name of the document. */
  #absolute(schema: object): object {
    return JSON.parse(
      JSON.stringify(schema, (key, value) =>
        key === '$ref' && typeof value === 'string' ? value.replace(/^#/, 'openapi#') : value,
      ),
    ) as object;
  }
}
