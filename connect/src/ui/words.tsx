import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import type { Core } from '../controller/core.js';
import { loadDictionary } from '../language/dictionaries.js';
import type { Dictionary } from '../language/en.js';
import { useUiState } from '../store/use-ui-selector.js';

const WordsContext = createContext<Dictionary | null>(null);

/** Inside of a `WordsProvider`. */
export const useWords = (): Dictionary => useContext(WordsContext) as Dictionary;

/** Words of the current language. While another one is loading the old one stays. */
export function WordsProvider(props: { core: Core; first: Dictionary; children: ReactNode }) {
  const { language, languages, strings } = useUiState(props.core);
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
