import type { Locales } from '../controller/public-types.js';

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

const WORDS: Record<Locales, ButtonWords> = {
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

export const buttonWords = (language: Locales): ButtonWords => WORDS[language] ?? WORDS.en;
