import { useState } from 'react';
import { isFound } from '../../wallets/search.js';
import type { SheetWallet } from '../../wallets/sheet-wallets.js';
import { fromPhone } from '../../wallets/ways-to-wallet.js';
import { useFlash } from '../presence/use-flash.js';
import { Screen } from '../sheet/Screen.js';
import * as sheet from '../sheet/sheet.module.css';
import { useSheet } from '../sheet/sheet-context.js';
import { TileSkeletons } from '../wallet-tile/TileSkeletons.js';
import { WalletTile } from '../wallet-tile/WalletTile.js';
import { useWords } from '../words.js';
import { onGridKey } from './grid-keys.js';
import { Offline } from './Offline.js';
import { SearchField } from './SearchField.js';
import type { ScreenProps } from './screens.js';
import * as styles from './wallets-modal.module.css';

/** How long the notice about a wallet that cannot be used stands, ms. */
const UNSUPPORTED_MS = 1500;
/** With no more wallets than this there is no search field. */
const SEARCH_OVER = 12;

/** Every wallet of the list. Those that lack something stand below, and say so when pressed. */
export function AllWallets(props: ScreenProps) {
  const { wallets, back, onPick, phone } = props;
  const words = useWords();
  const { announce } = useSheet();
  const [query, setQuery] = useState('');
  const [height, setHeight] = useState<number>();
  const [notice, setNotice] = useState('');
  /** The tile that Tab leads to: the last that had the focus, else the first. */
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
    // The list keeps its height, however few wallets are found.
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
      {noticed && (
        <div className={styles.notice} aria-hidden="true">
          {notice}
        </div>
      )}
    </>
  );
}
