import { useSyncExternalStore } from 'react';

/** Follows something that has `state` and `subscribe`. */
export function useExternal<State>(source: {
  state(): State;
  subscribe(listener: () => void): () => void;
}): State {
  return useSyncExternalStore(source.subscribe, source.state);
}
