import type { KeyboardEvent } from 'react';

/** Where an arrow goes, where text runs from left to right. */
const STEPS: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1 };
const ROWS: Record<string, number> = { ArrowUp: -1, ArrowDown: 1 };
/** The keys that go to the ends. */
const ENDS: Record<string, number> = { Home: 0, End: -1 };

const isLetter = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  [...key].length === 1 && key !== ' ' && !ctrlKey && !metaKey && !altKey;

/**
 * The keys of the list of wallets, which is one stop of Tab: arrows go from tile to tile and from row
 * to row, Home and End to the first and the last. A letter begins a search, or, in a list too short for
 * one, goes to the next tile that begins with it.
 */
export function onGridKey(event: KeyboardEvent): void {
  const { key, target, currentTarget } = event;
  const tiles = [...currentTarget.querySelectorAll<HTMLElement>('button[data-support]')];
  const field = currentTarget.querySelector('input');
  const at = tiles.indexOf(target as HTMLElement);
  const inField = target === field;
  if (isLetter(event) && !inField) {
    // Not prevented: what is typed goes where the focus is by then.
    if (field) field.focus();
    else startingWith(key, [...tiles.slice(at + 1), ...tiles])?.focus();
    return;
  }
  const next = inField ? key === 'ArrowDown' && tiles[0] : at >= 0 && nextOf(tiles, at, key);
  if (!next) return;
  event.preventDefault();
  next.focus();
}

const startingWith = (letter: string, tiles: HTMLElement[]): HTMLElement | undefined =>
  tiles.find(({ dataset }) => dataset.focusKey?.toLowerCase().startsWith(letter.toLowerCase()));

function nextOf(tiles: HTMLElement[], at: number, key: string): HTMLElement | undefined {
  const from = tiles[at];
  if (!from) return;
  const step = STEPS[key];
  if (step) {
    const turn = getComputedStyle(from).direction === 'rtl' ? -step : step;
    return tiles[at + turn];
  }
  const row = ROWS[key];
  if (!row) return key in ENDS ? tiles.at(ENDS[key] ?? 0) : undefined;
  // A shorter row at the end has no tile below some: from there it goes on in the next part of the list.
  const column = tiles.filter(({ offsetLeft }) => offsetLeft === from.offsetLeft);
  return column[column.indexOf(from) + row];
}
