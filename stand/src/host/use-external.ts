import { useSyncExternalStore } from 'react';

/** Subscribes to an object with `state` and `subscribe`. */
export function useExternal<State>(source: {
  state(): State;
  subscribe(listener: () => void): () => void;
}): State {
  return useSyncExternalStore(source.subscribe, source.state);
}
