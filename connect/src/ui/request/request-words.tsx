import { createContext, type ReactNode, useContext } from 'react';
import type { StateView } from '../../core/internals.js';
import { loadRequestWords } from '../../core/language/load-request-words.js';
import { useUiSelector } from '../../core/store.js';
import type { Dictionary } from '../../words/dictionaries/en.js';
import { useLoadedWords, useWords } from '../words.js';

const RequestWordsContext = createContext<Dictionary | null>(null);

/** Returns all texts of the current language. Requires a `RequestWordsProvider`. */
export const useRequestWords = (): Dictionary => useContext(RequestWordsContext) as Dictionary;

/**
 * Provides the texts of the sheet and of requests. Renders no children until the latter are loaded. If the load
 * failed, the next request retries it.
 */
export function RequestWordsProvider(props: { internals: StateView; children: ReactNode }) {
  const ofSheet = useWords();
  const shown = useUiSelector(props.internals, ({ requests }) => requests.at(-1)?.id);
  const ofRequests = useLoadedWords(props.internals, loadRequestWords, null, shown);
  return (
    ofRequests && (
      <RequestWordsContext.Provider value={{ ...ofSheet, ...ofRequests }}>
        {props.children}
      </RequestWordsContext.Provider>
    )
  );
}
