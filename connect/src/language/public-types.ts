import type { DeepPartial } from '../theme/colors.js';
import type { ButtonWords } from './button-words.js';
import type { Dictionary } from './en.js';

export type { ButtonWords, Dictionary };

/** A language of your own. A key or a parameter that is missing does not compile. */
export type Language = {
  /** Writing direction. @default 'ltr' */
  dir?: 'ltr' | 'rtl';
  /** Words of the button and its menu: they are part of the first paint. */
  button: ButtonWords;
  /** All other words, or what loads them when the sheet is opened first. */
  words: Dictionary | (() => Promise<Dictionary>);
};

/** Words that replace single ones of a language: `{ en: { button: { connectWallet: 'Sign in' } } }`. */
export type Strings = {
  [language: string]: DeepPartial<Dictionary> & { button?: Partial<ButtonWords> };
};
