/*
 * Russian of the English texts that the generators take from the code: texts/*.ru.yaml, by the English text. If an
 * English text changes, its Russian is missing and the old entry is stale. Both stop the build.
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

  /** The Russian of a text. Without one, the text itself, and problems() reports it. */
  of(english: string): string {
    const text = english.trim();
    if (text === '') return '';
    this.#used.add(text);
    const russian = this.#texts.get(text);
    if (russian === undefined) this.#missing.push(text);
    return russian ?? text;
  }

  /** One line for each text without Russian, and for each unused Russian text. */
  problems(): string[] {
    const stale = [...this.#texts.keys()].filter((text) => !this.#used.has(text));
    return [
      ...new Set(this.#missing.map((text) => `${this.#file} has no Russian of: ${text}`)),
      ...stale.map(
        (text) => `${this.#file} has the Russian of a text that no longer exists: ${text}`,
      ),
    ];
  }
}
