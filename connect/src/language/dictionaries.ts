import type { Locales } from '../controller/public-types.js';
import type { Dictionary } from './en.js';

const LOADERS: Record<Locales, () => Promise<Dictionary>> = {
  en: async () => (await import('./en.js')).en,
  ru: async () => (await import('./ru.js')).ru,
};

const loaded = new Map<Locales, Dictionary>();

/** The words of `language`, if they are here already. */
export const loadedDictionary = (language: Locales): Dictionary | undefined => loaded.get(language);

/** A language that is not known, from a caller without types, is English. */
export async function loadDictionary(language: Locales): Promise<Dictionary> {
  const dictionary = await (LOADERS[language] ?? LOADERS.en)();
  loaded.set(language, dictionary);
  return dictionary;
}
