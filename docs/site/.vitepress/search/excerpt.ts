/* Part of a section's text around the first word that was found, with found words marked. */
import { termOf, tokenize } from './options.ts';

export interface Piece {
  text: string;
  found: boolean;
}

const LENGTH = 180;
/** Characters before the first found word. */
const BEFORE = 50;

/** Cuts `text` into pieces. `terms`: the stems that the search found in the section. */
export function excerptOf(text: string, terms: readonly string[]): Piece[] {
  const wanted = new Set(terms);
  const isFound = (word: string): boolean =>
    tokenize(word).some((part) => wanted.has(termOf(part) ?? ''));
  const words = text.split(/\s+/).filter((word) => word !== '');
  const first = Math.max(words.findIndex(isFound), 0);
  let from = first;
  for (let length = 0; from > 0 && length < BEFORE; from -= 1) {
    length += (words[from - 1]?.length ?? 0) + 1;
  }
  const pieces: Piece[] = from > 0 ? [{ text: '… ', found: false }] : [];
  let length = 0;
  let at = from;
  for (; at < words.length && length < LENGTH; at += 1) {
    const word = words[at] ?? '';
    pieces.push({ text: word, found: isFound(word) }, { text: ' ', found: false });
    length += word.length + 1;
  }
  if (at < words.length) pieces.push({ text: '…', found: false });
  return pieces;
}
