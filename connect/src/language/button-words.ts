import type { UiState } from '../store/state.js';

/** Words of the first load: the button and its menu. Both languages, so that no other flashes. */
export type ButtonWords = {
  connectWallet: string;
  restoring: string;
  /** Name of the menu under the address. */
  account: string;
  copy: string;
  copied: string;
  disconnect: string;
};

const WORDS: Record<string, ButtonWords> = {
  en: {
    connectWallet: 'Connect wallet',
    restoring: 'Restoring the connection',
    account: 'Wallet',
    copy: 'Copy address',
    copied: 'Address copied!',
    disconnect: 'Disconnect',
  },
  ru: {
    connectWallet: 'Подключить кошелёк',
    restoring: 'Восстанавливаем подключение',
    account: 'Кошелёк',
    copy: 'Скопировать адрес',
    copied: 'Адрес скопирован!',
    disconnect: 'Отключить',
  },
};

type Chosen = Pick<UiState, 'language' | 'languages' | 'strings'>;

/** The language that is shown: one that nobody knows is English. */
export const languageOf = ({ language, languages }: Chosen): string =>
  language in languages || language in WORDS ? language : 'en';

export function buttonWords(chosen: Chosen): ButtonWords {
  const language = languageOf(chosen);
  const words = chosen.languages[language]?.button ?? WORDS[language];
  return { ...(words as ButtonWords), ...chosen.strings[language]?.button };
}
