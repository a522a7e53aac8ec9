import type { ButtonWords } from '../../words/language.js';
import type { UiState } from '../state.js';

/** Texts of the first paint. */
type FirstWords = Pick<
  ButtonWords,
  'connectWallet' | 'restoring' | 'retry' | 'reload' | 'notLoaded' | 'account'
>;

/** Texts of the account menu. */
export type MenuWords = Omit<ButtonWords, keyof FirstWords>;

/** Both languages are in the first load, so that the wrong one never flashes. */
const FIRST: Record<string, FirstWords> = {
  en: {
    connectWallet: 'Connect wallet',
    restoring: 'Restoring the connection',
    retry: 'Retry',
    reload: 'Reload page',
    notLoaded: 'Could not load. Check your connection.',
    account: 'Wallet',
  },
  ru: {
    connectWallet: 'Подключить кошелёк',
    restoring: 'Восстанавливаем подключение',
    retry: 'Повторить',
    reload: 'Обновить страницу',
    notLoaded: 'Не\u00a0загрузилось. Проверьте подключение к\u00a0сети.',
    account: 'Кошелёк',
  },
};

export type ChosenWords = Pick<UiState, 'language' | 'languages' | 'strings'>;

/** Returns the shown language: English if the chosen one is unknown. */
export const languageOf = ({ language, languages }: ChosenWords): string =>
  Object.hasOwn(languages, language) || Object.hasOwn(FIRST, language) ? language : 'en';

/** Returns the texts of the chosen language from `builtIn`, with the app's replacements. */
export function wordsOf<W extends FirstWords | MenuWords>(
  chosen: ChosenWords,
  builtIn: Record<string, W>,
): W {
  const language = languageOf(chosen);
  const words = chosen.languages[language]?.button ?? builtIn[language];
  // A custom language may be older than some of the texts.
  return { ...builtIn.en, ...words, ...chosen.strings[language]?.button } as W;
}

export const firstWords = (chosen: ChosenWords): FirstWords => wordsOf(chosen, FIRST);
