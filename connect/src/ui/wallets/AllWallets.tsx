import { type KeyboardEvent, useState } from 'react';
import { isFound, type SheetWallet } from '../../core/wallets/sheet-wallets.js';
import { fromPhone } from '../../core/wallets/ways-to-wallet.js';
import { useFlash } from '../presence.js';
import { Screen } from '../sheet/Screen.js';
import * as sheet from '../sheet/sheet.module.css';
import { useSheet } from '../sheet/sheet-context.js';
import { TileSkeletons, WalletTile } from '../wallet-tile/WalletTile.js';
import { useWords } from '../words.js';
import { Offline } from './Offline.js';
import type { ScreenProps } from './screens.js';
import * as styles from './wallets-modal.module.css';

/** How long the notice about an unsupported wallet is shown, ms. */
const UNSUPPORTED_MS = 1500;
/** With more wallets than this, there is a search field. */
const SEARCH_OVER = 12;

/** The screen of all wallets. Unsupported ones are below the others. A press on one shows a notice. */
export function AllWallets(props: ScreenProps) {
  const { wallets, back, onPick, phone } = props;
  const words = useWords();
  const { announce } = useSheet();
  const [query, setQuery] = useState('');
  const [height, setHeight] = useState<number>();
  const [notice, setNotice] = useState('');
  /** The tile that Tab moves to: the last focused one, or the first. */
  const [last, setLast] = useState('');
  const [noticed, flashNotice] = useFlash(UNSUPPORTED_MS);

  const here = wallets?.filter(({ wallet }) => !phone || fromPhone(wallet)) ?? [];
  const find = (text: string) => here.filter(({ wallet }) => isFound(wallet, text));
  const found = find(query);
  const inOrder = [true, false].flatMap((full) =>
    found.filter(({ support }) => (support === 'full') === full),
  );
  const stop = inOrder.find(({ wallet }) => wallet.name === last) ?? inOrder[0];
  const search = (text: string, field: HTMLElement): void => {
    // The list keeps its height during a search.
    if (!query) setHeight(field.closest<HTMLElement>(`.${styles.list}`)?.offsetHeight);
    setQuery(text);
    announce(words.all.found(find(text).length));
  };
  const press = ({ wallet, support }: SheetWallet): void => {
    if (support !== 'lacks-required') {
      onPick(wallet);
      return;
    }
    const text = words.tile.unsupported(wallet.name);
    setNotice(text);
    flashNotice();
    announce(text);
  };
  const grid = (full: boolean) => (
    <div className={styles.grid}>
      {found
        .filter(({ support }) => (support === 'full') === full)
        .map((item) => (
          <WalletTile
            key={item.wallet.name}
            item={item}
            stop={item === stop}
            onFocus={() => setLast(item.wallet.name)}
            onPick={() => press(item)}
          />
        ))}
    </div>
  );
  return (
    <>
      <Screen
        title={words.all.title}
        start={back}
        className={`${sheet.body} ${styles.list}`}
        style={{ height: query ? height : undefined }}
        onKeyDown={onGridKey}
      >
        {here.length > SEARCH_OVER && <SearchField value={query} onChange={search} />}
        <Offline {...props}>
          {!wallets && (
            <div className={styles.grid} role="img" aria-label={words.all.loading}>
              <TileSkeletons count={8} />
            </div>
          )}
          {wallets && found.length === 0 && (
            <p className={styles.subtitle}>{query ? words.all.nothing(query) : words.all.empty}</p>
          )}
          {grid(true)}
          {found.some(({ support }) => support !== 'full') && (
            <p className={styles.caption}>{words.all.unsupportedBelow}</p>
          )}
          {grid(false)}
        </Offline>
      </Screen>
      <div className={styles.notice} data-state={noticed ? 'open' : 'closed'} aria-hidden="true">
        {notice}
      </div>
    </>
  );
}

type Props = { value: string; onChange: (value: string, field: HTMLElement) => void };

/** The search field, which stays above the list. Escape clears it first, and then closes the sheet. */
export function SearchField({ value, onChange }: Props) {
  const { all } = useWords();
  return (
    <div className={styles.search}>
      <input
        type="search"
        aria-label={all.search}
        placeholder={all.search}
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="search"
        value={value}
        onChange={({ target }) => onChange(target.value, target)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || !value) return;
          event.preventDefault();
          event.stopPropagation();
          onChange('', event.currentTarget);
        }}
      />
    </div>
  );
}

/** Steps of the arrow keys in left-to-right text. */
const STEPS: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1 };
const ROWS: Record<string, number> = { ArrowUp: -1, ArrowDown: 1 };
/** The keys that move to the ends. */
const ENDS: Record<string, number> = { Home: 0, End: -1 };

const isLetter = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  [...key].length === 1 && key !== ' ' && !ctrlKey && !metaKey && !altKey;

/**
 * Handles the keys of the list of wallets, which is one Tab stop. Arrows move from tile to tile and from row to
 * row, Home and End to the first and the last tile. A letter starts a search. In a list without a search field,
 * it moves to the next wallet that starts with it.
 */
export function onGridKey(event: KeyboardEvent): void {
  const { key, target, currentTarget } = event;
  const tiles = [...currentTarget.querySelectorAll<HTMLElement>('button[data-support]')];
  const field = currentTarget.querySelector('input');
  const at = tiles.indexOf(target as HTMLElement);
  const inField = target === field;
  if (isLetter(event) && !inField) {
    // Not prevented, so that the letter is typed into the focused field.
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
  // The last row can be shorter. From above a missing tile, the focus moves to the next part of the list.
  const column = tiles.filter(({ offsetLeft }) => offsetLeft === from.offsetLeft);
  return column[column.indexOf(from) + row];
}
