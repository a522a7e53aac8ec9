import type { ButtonWords } from '../../words/language.js';
import { type ChosenWords, firstWords, type MenuWords, wordsOf } from './button-words.js';

/** Texts that are not in the first load. They load with the menu's code. */
const MENU: Record<string, MenuWords> = {
  en: {
    copy: 'Copy address',
    copied: 'Address copied!',
    copyFailed: 'Couldn’t copy',
    explorer: 'View in explorer',
    disconnect: 'Disconnect',
    testnet: 'Testnet',
  },
  ru: {
    copy: 'Скопировать адрес',
    copied: 'Адрес скопирован!',
    copyFailed: 'Не\u00a0удалось скопировать',
    explorer: 'Открыть в\u00a0обозревателе',
    disconnect: 'Отключить',
    testnet: 'Тестовая сеть',
  },
};

/** Returns all texts of the button and its menu. */
export const buttonWords = (chosen: ChosenWords): ButtonWords => ({
  ...firstWords(chosen),
  ...wordsOf(chosen, MENU),
});
