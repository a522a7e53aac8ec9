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

/** Inside of a `WordsProvider`. */
export const useWords = (): SheetWords => useContext(WordsContext) as SheetWords;

/**
 * Words of the current language, `first` until they have come. While another language is loading the old one
 * stays. Words that could not be had are asked for again when `again` is another.
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: `wanted` is not read, but another value of it has words that could not be had asked for once more.
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

/** Its children have words from the beginning. */
export function WordsProvider(props: {
  internals: StateView;
  first: SheetWords;
  children: ReactNode;
}) {
  const words = useLoadedWords(props.internals, loadDictionary, props.first);
  return <WordsContext.Provider value={words}>{props.children}</WordsContext.Provider>;
}

/** What the visitor reads as the wallet's name; an unlisted wallet has none of its own. */
export const walletName = (wallet: CurrentWallet, words: SheetWords): string =>
  'name' in wallet ? listedName(wallet, words) : words.yourWallet;

/** The name of a listed wallet; Wallet in Telegram, which the list calls 'Wallet', has one in words. */
export const listedName = (
  { name, appName }: Pick<WalletInfo, 'name' | 'appName'>,
  { tile }: SheetWords,
): string => (appName === TELEGRAM_WALLET ? `${tile.walletIn} ${tile.telegram}` : name);
