import { launchHash } from '@prichal/telegram';

/** State of a history entry that the app wrote. */
interface EntryState {
  /** Number of the app's entries before this one. 0 for the entry page. */
  readonly step: number;
  /**
   * Label of the pressed tab, because three tabs lead to the same page. Null if no tab was pressed.
   */
  readonly tab: string | null;
}

/**
 * Returns the state of the current entry. An entry that another script wrote counts as an entry
 * page.
 */
export function readEntry(): EntryState {
  const { step = 0, tab = null }: Partial<EntryState> = Object(history.state);
  return { step, tab };
}

/**
 * Writes the history entry for a path of the app. Every address carries the launch parameters, so
 * that a reload finds them even if storage is blocked. Navigating to the current path replaces its
 * entry.
 *
 * @param tab label of the pressed tab, null if no tab was pressed.
 */
export function writeEntry(path: string, replace: boolean, tab: string | null): void {
  const stay = replace || path === location.pathname;
  const entry: EntryState = { step: readEntry().step + (stay ? 0 : 1), tab };
  history[stay ? 'replaceState' : 'pushState'](entry, '', path + launchHash());
}
