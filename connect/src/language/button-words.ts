import type { ButtonWords } from '../types/language.js';
import type { UiState } from '../types/ui-state.js';

/** Words of the first paint. */
type FirstWords = Pick<ButtonWords, 'connectWallet' | 'restoring'>;

/** Words of the menu under the address. */
type MenuWords = Omit<ButtonWords, keyof FirstWords>;

/** Both languages are in the first load, so that the wrong one never flashes. */
const FIRST: Record<string, FirstWords> = {
  en: { connectWallet: 'Connect wallet', restoring: 'Restoring the connection' },
  ru: { connectWallet: 'Подключить кошелёк', restoring: 'Восстанавливаем подключение' },
};

export type ChosenWords = Pick<UiState, 'language' | 'languages' | 'strings'>;

/** The language that is shown: English when the chosen one is unknown. */
export const languageOf = ({ language, languages }: ChosenWords): string =>
  language in languages || language in FIRST ? language : 'en';

/** The words of the chosen language from `builtIn`, with the caller's replacements. */
export function wordsOf<W extends FirstWords | MenuWords>(
  chosen: ChosenWords,
  builtIn: Record<string, W>,
): W {
  const language = languageOf(chosen);
  const words = chosen.languages[language]?.button ?? builtIn[language];
  return { ...words, ...chosen.strings[language]?.button } as W;
}

export const firstWords = (chosen: ChosenWords): FirstWords => wordsOf(chosen, FIRST);
