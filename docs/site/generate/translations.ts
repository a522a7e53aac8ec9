/*
 * What the generators take from the code is English. Its Russian stands in texts/*.ru.yaml, by the English
 * text itself: when that changes, its Russian is missing, and what nobody asks for any more is stale. Either
 * stops the build.
 */
import { parse } from 'yaml';
import { read } from './page.ts';

export class Translations {
  readonly #file: string;
  readonly #texts: Map<string, string>;
  readonly #used = new Set<string>();
  readonly #missing: string[] = [];

  constructor(name: string) {
    this.#file = `docs/site/generate/texts/${name}.ru.yaml`;
    this.#texts = new Map(
      Object.entries((parse(read(this.#file)) ?? {}) as Record<string, string>),
    );
  }

  /** The Russian of a text; the text itself where there is none, which problems() tells. */
  of(english: string): string {
    const text = english.trim();
    if (text === '') return '';
    this.#used.add(text);
    const russian = this.#texts.get(text);
    if (russian === undefined) this.#missing.push(text);
    return russian ?? text;
  }

  /** One line for each text without its Russian, and for each Russian that nobody asked for. */
  problems(): string[] {
    const stale = [...this.#texts.keys()].filter((text) => !this.#used.has(text));
    return [
      ...new Set(this.#missing.map((text) => `${this.#file} lacks the Russian of: ${text}`)),
      ...stale.map((text) => `${this.#file} has the Russian of what is no more: ${text}`),
    ];
  }
}
