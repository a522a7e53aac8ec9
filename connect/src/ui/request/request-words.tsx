import { createContext, type ReactNode, useContext } from 'react';
import type { StateView } from '../../core/internals.js';
import { loadRequestWords } from '../../core/language/load-request-words.js';
import { useUiSelector } from '../../core/store.js';
import type { Dictionary } from '../../words/dictionaries/en.js';
import { useLoadedWords, useWords } from '../words.js';

const RequestWordsContext = createContext<Dictionary | null>(null);

/** All words of the current language. Inside of a `RequestWordsProvider`. */
export const useRequestWords = (): Dictionary => useContext(RequestWordsContext) as Dictionary;

/**
 * The sheet's words, and those of requests, which come later: until then it has no children. Words that
 * could not be had are asked for again with the next request.
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
