import { useSyncExternalStore } from 'react';
import { readEntry, writeEntry } from './history-entry';

interface NavigateOptions {
  readonly replace?: boolean;
  /** Words of the tab that was pressed. */
  readonly tab?: string | undefined;
}

const listeners = new Set<() => void>();

/** Goes to a path of ours. */
export function navigate(path: string, { replace = false, tab }: NavigateOptions = {}): void {
  writeEntry(path, replace, tab ?? null);
  for (const listener of [...listeners]) listener();
}

/** One step back when there is one of ours, else home. */
export function goBack(): void {
  if (readEntry().step > 0) history.back();
  else navigate('/', { replace: true });
}

/** Calls back after each change of the address. Returns a function that stops it. */
export function onMove(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('popstate', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('popstate', listener);
  };
}

/** The path of the address, without parameters. The skeleton is rendered at home. */
export const usePath = (): string =>
  useSyncExternalStore(
    onMove,
    () => location.pathname,
    () => '/',
  );

/** The tab that was pressed to come here, if it was one. */
export const usePressedTab = (): string | null =>
  useSyncExternalStore(
    onMove,
    () => readEntry().tab,
    () => null,
  );
