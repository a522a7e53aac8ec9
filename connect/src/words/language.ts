import type { Dictionary } from './dictionaries/en.js';

export type { Dictionary };

/** Every part of a shape may be left out; functions are taken whole. */
export type DeepPartial<T> = {
  [K in keyof T]?: T[K] extends string | ((...args: never[]) => unknown) ? T[K] : DeepPartial<T[K]>;
};

/** Words of the button and of the menu under the address. */
export type ButtonWords = {
  connectWallet: string;
  restoring: string;
  /** In place of `connectWallet`, when the widget's code could not be loaded: at most as long as it. */
  retry: string;
  /** The same, when it could not be loaded the second time either. */
  reload: string;
  /** Says what happened, under the button. */
  notLoaded: string;
  /** Name of the menu, and before the address in the name of its button. */
  account: string;
  copy: string;
  copied: string;
  /** In place of `copied` where the browser refuses. @default in English */
  copyFailed?: string;
  /** Leads to the account in a block explorer. @default in English */
  explorer?: string;
  disconnect: string;
  /** Beside an account on the test network. */
  testnet: string;
};

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
