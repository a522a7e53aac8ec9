import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import { reportError } from '../device/report-error.js';
import type { Dictionary } from '../dictionaries/en.js';
import { loadDictionary } from '../language/load-dictionary.js';
import { useUiState } from '../store/use-ui-selector.js';
import type { Internals } from '../types/internals.js';
import type { CurrentWallet } from '../types/wallets.js';

const WordsContext = createContext<Dictionary | null>(null);

/** Inside of a `WordsProvider`. */
export const useWords = (): Dictionary => useContext(WordsContext) as Dictionary;

/** Words of the current language. While another one is loading the old one stays. */
export function WordsProvider(props: {
  internals: Internals;
  first: Dictionary;
  children: ReactNode;
}) {
  const { language, languages, strings } = useUiState(props.internals);
  const [words, setWords] = useState(props.first);
  useEffect(() => {
    let current = true;
    loadDictionary({ language, languages, strings })
      .then((dictionary) => current && setWords(dictionary))
      .catch(reportError);
    return () => {
      current = false;
    };
  }, [language, languages, strings]);
  return <WordsContext.Provider value={words}>{props.children}</WordsContext.Provider>;
}

/** What the visitor reads as the wallet's name; an unlisted wallet has none of its own. */
export const walletName = (wallet: CurrentWallet, words: Dictionary): string =>
  'name' in wallet ? wallet.name : words.yourWallet;
