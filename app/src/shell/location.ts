import { launchHash } from '@prichal/telegram';
import { useBrowserLocation, useHistoryState } from 'wouter/use-browser-location';

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
  readonly state?: { readonly tab: string } | null;
}

const START: EntryState = { step: 0, tab: null };

function readState(state: unknown): EntryState {
  const { step, tab } = Object(state) as Partial<EntryState>;
  return {
    step: typeof step === 'number' ? step : START.step,
    tab: typeof tab === 'string' ? tab : START.tab,
  };
}

/**
 * Goes to a path of ours. Every address carries the launch parameters, so that a reload finds them
 * even where storage is blocked. Going where one already is leaves no second entry behind.
 */
export function navigate(path: string, { replace = false, state }: NavigateOptions = {}): void {
  const stay = replace || path === location.pathname;
  const { step } = readState(history.state);
  const entry: EntryState = { step: stay ? step : step + 1, tab: state?.tab ?? null };
  history[stay ? 'replaceState' : 'pushState'](entry, '', path + launchHash());
}

/** One step back when there is one of ours, else home. */
export function goBack(): void {
  if (readState(history.state).step > 0) history.back();
  else navigate('/', { replace: true });
}

/** The location hook for the router. */
export function useCarriedLocation(options?: { ssrPath?: string }): [string, typeof navigate] {
  const [path] = useBrowserLocation(options);
  return [path, navigate];
}

/** The tab that was pressed to come here, if it was one. */
export function usePressedTab(): string | null {
  return readState(useHistoryState()).tab;
}
