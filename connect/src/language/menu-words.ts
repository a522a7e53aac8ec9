import type { ButtonWords } from '../types/language.js';
import { type ChosenWords, firstWords, type MenuWords, wordsOf } from './button-words.js';

/** These words are not in the first load: they come with the menu's code. */
const MENU: Record<string, MenuWords> = {
  en: {
    account: 'Wallet',
    copy: 'Copy address',
    copied: 'Address copied!',
    disconnect: 'Disconnect',
  },
  ru: {
    account: 'Кошелёк',
    copy: 'Скопировать адрес',
    copied: 'Адрес скопирован!',
    disconnect: 'Отключить',
  },
};

/** All words of the button and its menu. */
export const buttonWords = (chosen: ChosenWords): ButtonWords => ({
  ...firstWords(chosen),
  ...wordsOf(chosen, MENU),
});
