import type english from '../public/words/en.json';
import { pageWindow } from './start/page-window';

/** A text of the pages in Russian, in which they are written; `{}` stands for the product's name. */
export type Text = keyof typeof english;

/**
 * The text in the language that the page speaks (start/language.ts). Where nothing has chosen one, as when
 * the skeleton is rendered, it stays as it is written.
 */
export const t = (text: Text): string => pageWindow().prichalPage?.words[text] ?? text;
