import type english from '../public/words/en.json';
import { pageWindow } from './start/page-window';

/** A Russian text of the pages, which are written in Russian. `{}` is the product's name. */
export type Text = keyof typeof english;

/**
 * Returns the text in the page's language (start/language.ts). If no language is chosen, as when
 * the skeleton is rendered, returns it unchanged.
 */
export const t = (text: Text): string => pageWindow().prichalPage?.words[text] ?? text;
