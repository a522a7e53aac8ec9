import type { Dictionary, SheetWords } from '../../words/dictionaries/en.js';
import { reportError } from '../device/report-error.js';
import { importChunk } from '../loading/import-chunk.js';
import { merge } from '../plain-object.js';
import { type ChosenWords, languageOf } from './button-words.js';

const english = (): Promise<SheetWords> =>
  importChunk(() => import('../../words/dictionaries/en.js'), 'en').then((chunk) => chunk.en);
const russian = (): Promise<SheetWords> =>
  importChunk(() => import('../../words/dictionaries/ru.js'), 'ru').then((chunk) => chunk.ru);

/** Loaders of the built-in languages. */
type BuiltIn<W> = { english: () => Promise<W>; russian: () => Promise<W> };

/** Loads the texts of the chosen language, with the app's replacements. */
export async function loadWords<W extends Partial<Dictionary>>(
  chosen: ChosenWords,
  builtIn: BuiltIn<W>,
): Promise<W> {
  const language = languageOf(chosen);
  const { button: _, ...own } = chosen.strings[language] ?? {};
  return merge(await wordsOf(language, chosen, builtIn), own) as W;
}

async function wordsOf<W>(
  language: string,
  { languages }: ChosenWords,
  { english, russian }: BuiltIn<W>,
): Promise<W> {
  const { words } = languages[language] ?? {};
  if (!words) return language === 'ru' ? russian() : english();
  try {
    return (typeof words === 'function' ? await words() : words) as W;
  } catch (error) {
    // A sheet in another language is better than none.
    reportError(error);
    return english();
  }
}

/** Loads the texts that are shown until a wallet is connected. */
export const loadDictionary = (chosen: ChosenWords): Promise<SheetWords> =>
  loadWords(chosen, { english, russian });
