/* JSON schemas of openapi.yaml and asyncapi.yaml as types and table rows. */
import type { Words } from './http-api-words.ts';
import { cell } from './page.ts';

export interface Reference {
  $ref?: string;
}

export interface Schema extends Reference {
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

/** The language of a page. */
export interface PageLanguage {
  words: Words;
  /** Returns an English text of docs/api in this language. */
  text: (english: string | undefined) => string;
}

export class Describer {
  readonly #api: unknown;
  readonly #language: PageLanguage;

  constructor(api: unknown, language: PageLanguage) {
    this.#api = api;
    this.#language = language;
  }

  /** Resolves a reference. @throws if it leads nowhere */
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
    const { words } = this.#language;
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
        cell(this.#language.text(member.description ?? followed.description)),
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
