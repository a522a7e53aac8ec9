import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadDictionary } from '../../core/language/load-dictionary.js';
import { buttonWords } from '../../core/language/menu-words.js';
import { en } from '../../testing/all-words.js';
import { es } from './es.js';
import { fa } from './fa.js';
import { id } from './id.js';
import { kk } from './kk.js';
import { pt } from './pt.js';
import { tr } from './tr.js';
import { uk } from './uk.js';
import { uz } from './uz.js';

const languages = { es, fa, id, kk, pt, tr, uk, uz };

/** Texts that two languages may share: names, and loanwords. */
const SAME: Record<string, readonly string[]> = {
  es: ['tile.popular', 'tile.telegram'],
  fa: [],
  id: ['tile.telegram'],
  kk: [],
  pt: ['tile.popular', 'tile.telegram'],
  tr: [],
  uk: [],
  uz: [],
};

type Words = { [key: string]: string | ((parameter: never) => string) | Words };

/** Returns every path of a dictionary with its text. Functions are called with a name. */
function flat(words: Words, prefix = ''): Map<string, string> {
  const all = new Map<string, string>();
  for (const [key, value] of Object.entries(words)) {
    if (typeof value === 'string') all.set(prefix + key, value);
    else if (typeof value === 'function') all.set(prefix + key, value('<name>' as never));
    else for (const [path, text] of flat(value, `${prefix}${key}.`)) all.set(path, text);
  }
  return all;
}

const chosen = (language: string) => ({ language, languages, strings: {} });
const words = async (language: string) => ({
  ...(await loadDictionary(chosen(language))),
  button: buttonWords(chosen(language)),
});
const ENGLISH = flat({ ...en, button: buttonWords(chosen('en')) });

/** Returns how a text ends: as a sentence, a question, an ellipsis, or a label. */
const ending = (text: string): string => /[.!?…]$/.exec(text)?.[0] ?? '';

/** Texts whose final punctuation differs from English. */
const FREE = /^(info\.title|universal\.whatIsWallet|wallet\.problem\.|tile\.unsupported)/;

it('every pack is published, under its code', () => {
  const codes = readdirSync(import.meta.dirname)
    .filter((file) => !file.includes('.test.'))
    .map((file) => file.replace('.ts', ''));
  expect(codes).toEqual(Object.keys(languages));
  const manifest = readFileSync(resolve(import.meta.dirname, '../../../package.json'), 'utf8');
  expect(JSON.parse(manifest).exports).toHaveProperty(['./languages/*']);
});

describe.each(Object.entries(languages))('%s', (code, language) => {
  it('has the same texts as English', async () => {
    expect([...flat(await words(code)).keys()].sort()).toEqual([...ENGLISH.keys()].sort());
  });

  it('translates all of them', async () => {
    for (const [path, text] of flat(await words(code))) {
      if (SAME[code]?.includes(path)) continue;
      expect(text, path).not.toBe(ENGLISH.get(path));
      expect(text.trim(), path).toBe(text);
    }
  });

  it('uses a name or a number where English does', async () => {
    for (const [path, text] of flat(await words(code))) {
      if (path === 'all.found') continue;
      expect(text.includes('<name>'), path).toBe(ENGLISH.get(path)?.includes('<name>'));
    }
    expect((await loadDictionary(chosen(code))).all.found(3)).toMatch(/3|۳/);
  });

  it('ends its texts with the same punctuation as English', async () => {
    for (const [path, text] of flat(await words(code))) {
      if (FREE.test(path)) continue;
      expect(ending(text), `${path}: ${text}`).toBe(ending(ENGLISH.get(path) ?? ''));
    }
  });

  it('uses its script and direction', async () => {
    const { textInfo } = new Intl.Locale(code) as { textInfo?: { direction: string } };
    expect(language.dir ?? 'ltr').toBe(textInfo?.direction ?? (code === 'fa' ? 'rtl' : 'ltr'));
    const script = new Intl.Locale(code).maximize().script;
    const letters = { Cyrl: /\p{Script=Cyrillic}/u, Arab: /\p{Script=Arabic}/u, Latn: /[a-z]/i };
    for (const [path, text] of flat(await words(code))) {
      if (path.startsWith('tile.')) continue;
      expect(text, path).toMatch(letters[script as keyof typeof letters]);
    }
  });
});

it('Ukrainian has no Russian-only letters', async () => {
  for (const [path, text] of flat(await words('uk'))) expect(text, path).not.toMatch(/[ыэёъ]/i);
});
