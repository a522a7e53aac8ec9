import type { Dictionary } from './dictionaries/en.js';

export type { Dictionary };

/** Makes every field optional, deeply. Functions are not changed. */
export type DeepPartial<T> = {
  [K in keyof T]?: T[K] extends string | ((...args: never[]) => unknown) ? T[K] : DeepPartial<T[K]>;
};

/** Texts of the button and the account menu. */
export type ButtonWords = {
  connectWallet: string;
  restoring: string;
  /** Shown instead of `connectWallet` if the widget's code did not load. At most as long as that text. */
  retry: string;
  /** Shown if a retry has failed too. */
  reload: string;
  /** Error message under the button. */
  notLoaded: string;
  /** Name of the menu. Also precedes the address in the button's accessible name. */
  account: string;
  copy: string;
  copied: string;
  /**
   * Shown instead of `copied` if the browser blocks copying.
   * @default English
   */
  copyFailed?: string;
  /**
   * Link to the account in a block explorer.
   * @default English
   */
  explorer?: string;
  disconnect: string;
  /** Label of an account on the test network. */
  testnet: string;
};

/** A custom language. A missing key or parameter does not compile. */
export type Language = {
  /**
   * Writing direction.
   * @default 'ltr'
   */
  dir?: 'ltr' | 'rtl';
  /** Texts of the button and the menu, which are part of the first paint. */
  button: ButtonWords;
  /** All other texts, or a function that loads them when the sheet is first opened. */
  words: Dictionary | (() => Promise<Dictionary>);
};

/** Texts that replace single texts of a language: `{ en: { button: { connectWallet: 'Sign in' } } }`. */
export type Strings = {
  [language: string]: DeepPartial<Dictionary> & { button?: Partial<ButtonWords> };
};
