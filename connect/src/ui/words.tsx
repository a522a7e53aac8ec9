import type { WalletInfo } from '@prichal/sdk';
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import { reportError } from '../core/device/report-error.js';
import type { StateView } from '../core/internals.js';
import type { ChosenWords } from '../core/language/button-words.js';
import { loadDictionary } from '../core/language/load-dictionary.js';
import { useUiState } from '../core/store.js';
import type { CurrentWallet } from '../core/wallets/wallet-info.js';
import { TELEGRAM_WALLET } from '../core/wallets/wallet-info.js';
import type { SheetWords } from '../words/dictionaries/en.js';

const WordsContext = createContext<SheetWords | null>(null);

/** Returns the texts. Requires a `WordsProvider`. */
export const useWords = (): SheetWords => useContext(WordsContext) as SheetWords;

/**
 * Returns the texts of the current language, or `first` until they are loaded. While another language is
 * loading, the old one stays. If the load failed, a new value of `again` retries it.
 */
export function useLoadedWords<W>(
  internals: StateView,
  load: (chosen: ChosenWords) => Promise<W>,
  first: W,
  again?: unknown,
): W {
  const { language, languages, strings } = useUiState(internals);
  const [words, setWords] = useState(first);
  const wanted = words === null ? again : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `wanted` is not read. A new value of it retries a failed load.
  useEffect(() => {
    let current = true;
    load({ language, languages, strings })
      .then((dictionary) => current && setWords(dictionary))
      .catch(reportError);
    return () => {
      current = false;
    };
  }, [language, languages, strings, load, wanted]);
  return words;
}

/** Provides the texts, `first` from the first render. */
export function WordsProvider(props: {
  internals: StateView;
  first: SheetWords;
  children: ReactNode;
}) {
  const words = useLoadedWords(props.internals, loadDictionary, props.first);
  return <WordsContext.Provider value={words}>{props.children}</WordsContext.Provider>;
}

/** Returns the displayed name of a wallet. An unlisted wallet has a generic name. */
export const walletName = (wallet: CurrentWallet, words: SheetWords): string =>
  'name' in wallet ? listedName(wallet, words) : words.yourWallet;

/** Returns the name of a listed wallet. The list calls Wallet in Telegram 'Wallet', so it is replaced. */
export const listedName = (
  { name, appName }: Pick<WalletInfo, 'name' | 'appName'>,
  { tile }: SheetWords,
): string => (appName === TELEGRAM_WALLET ? `${tile.walletIn} ${tile.telegram}` : name);
