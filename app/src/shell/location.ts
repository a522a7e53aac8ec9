import { useSyncExternalStore } from 'react';
import { readEntry, writeEntry } from './history-entry';

interface NavigateOptions {
  readonly replace?: boolean;
  /** Label of the pressed tab. */
  readonly tab?: string | undefined;
}

const listeners = new Set<() => void>();

/** Navigates to a path of the app. */
export function navigate(path: string, { replace = false, tab }: NavigateOptions = {}): void {
  writeEntry(path, replace, tab ?? null);
  for (const listener of [...listeners]) listener();
}

/** Goes one step back if the app wrote an entry before this one, else home. */
export function goBack(): void {
  if (readEntry().step > 0) history.back();
  else navigate('/', { replace: true });
}

/** Calls the listener after each change of the address. Returns a function that removes it. */
export function onMove(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('popstate', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('popstate', listener);
  };
}

/**
 * Returns the path of the address without parameters. The skeleton is rendered for the home page.
 */
export const usePath = (): string =>
  useSyncExternalStore(
    onMove,
    () => location.pathname,
    () => '/',
  );

/** Returns the label of the tab that led here, null if no tab did. */
export const usePressedTab = (): string | null =>
  useSyncExternalStore(
    onMove,
    () => readEntry().tab,
    () => null,
  );
