import { launchHash } from '@prichal/telegram';
import { useSyncExternalStore } from 'react';

/** What each of our history entries knows of itself. */
interface EntryState {
  /** How many steps of ours lie behind this one; 0 where the visitor came in. */
  readonly step: number;
  /** Which tab of the bar was pressed: three of them lead to the same page. */
  readonly tab: string | null;
}

interface NavigateOptions {
  readonly replace?: boolean;
  /** Tab to mark, see {@link EntryState}. */
  readonly tab?: string | undefined;
}

const listeners = new Set<() => void>();

function readState(): EntryState {
  const { step, tab } = Object(history.state) as Partial<EntryState>;
  return {
    step: typeof step === 'number' ? step : 0,
    tab: typeof tab === 'string' ? tab : null,
  };
}

/**
 * Goes to a path of ours. Every address carries the launch parameters, so that a reload finds them
 * even where storage is blocked. Going where one already is leaves no second entry behind.
 */
export function navigate(path: string, { replace = false, tab }: NavigateOptions = {}): void {
  const stay = replace || path === location.pathname;
  const entry: EntryState = { step: readState().step + (stay ? 0 : 1), tab: tab ?? null };
  history[stay ? 'replaceState' : 'pushState'](entry, '', path + launchHash());
  for (const listener of [...listeners]) listener();
}

/** One step back when there is one of ours, else home. */
export function goBack(): void {
  if (readState().step > 0) history.back();
  else navigate('/', { replace: true });
}

function subscribe(listener: () => void): () => void {
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
    subscribe,
    () => location.pathname,
    () => '/',
  );

/** The tab that was pressed to come here, if it was one. */
export const usePressedTab = (): string | null =>
  useSyncExternalStore(
    subscribe,
    () => readState().tab,
    () => null,
  );
