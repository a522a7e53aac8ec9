import { reportError } from '../device/report-error.js';
import type { Dictionary } from '../dictionaries/en.js';
import { importChunk } from '../loading/import-chunk.js';
import { merge } from '../types/plain-object.js';
import { type ChosenWords, languageOf } from './button-words.js';

const english = (): Promise<Dictionary> =>
  importChunk(() => import('../dictionaries/en.js'), 'en').then((chunk) => chunk.en);
const russian = (): Promise<Dictionary> =>
  importChunk(() => import('../dictionaries/ru.js'), 'ru').then((chunk) => chunk.ru);

/** All words of the chosen language, with the caller's replacements. */
export async function loadDictionary(chosen: ChosenWords): Promise<Dictionary> {
  const language = languageOf(chosen);
  const { button: _, ...own } = chosen.strings[language] ?? {};
  return merge(await sheetWords(language, chosen), own) as Dictionary;
}

async function sheetWords(language: string, { languages }: ChosenWords): Promise<Dictionary> {
  const { words } = languages[language] ?? {};
  if (!words) return language === 'ru' ? russian() : english();
  try {
    return typeof words === 'function' ? await words() : words;
  } catch (error) {
    // A sheet in another language is better than none.
    reportError(error);
    return english();
  }
}
