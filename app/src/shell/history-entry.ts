import { launchHash } from '@prichal/telegram';

/** What each of our history entries knows of itself. */
interface EntryState {
  /** How many steps of ours lie behind this one; 0 where the visitor came in. */
  readonly step: number;
  /** Which tab of the bar was pressed: three of them lead to the same page. */
  readonly tab: string | null;
}

/** The present entry; that of a page that another script has made is one where the visitor came in. */
export function readEntry(): EntryState {
  const { step = 0, tab = null }: Partial<EntryState> = Object(history.state);
  return { step, tab };
}

/**
 * Writes the entry of a path of ours. Every address carries the launch parameters, so that a reload finds
 * them even where storage is blocked. Going where one already is leaves no second entry behind.
 *
 * @param tab words of the tab that was pressed, if it was one.
 */
export function writeEntry(path: string, replace: boolean, tab: string | null): void {
  const stay = replace || path === location.pathname;
  const entry: EntryState = { step: readEntry().step + (stay ? 0 : 1), tab };
  history[stay ? 'replaceState' : 'pushState'](entry, '', path + launchHash());
}
