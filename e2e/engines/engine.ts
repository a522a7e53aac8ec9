/** A browser engine for the journeys. */
export interface Engine {
  /** Opens a new tab in front of the others. */
  open(): Promise<Tab>;
  /** Closes every tab and deletes the data that pages have stored. */
  clear(): Promise<void>;
  close(): Promise<void>;
}

/** Keys that journeys press, as in `KeyboardEvent.key`. */
export type Key = 'Enter' | 'Escape' | 'Tab' | 'ArrowDown' | 'ArrowRight';

/** A document that the user sees: of a tab, or of a frame in it. */
export interface Place {
  /**
   * Calls a function in the document and awaits its promise. The function is sent as text, so it
   * must be self-contained, and its arguments and result are JSON.
   */
  run<Args extends readonly unknown[], Result>(
    work: (...args: Args) => Result | Promise<Result>,
    ...args: Args
  ): Promise<Result>;
  /**
   * Clicks the element that the function returns, with the browser's pointer.
   * @returns whether there was an element
   */
  press<Args extends readonly unknown[]>(
    find: (...args: Args) => Element | null | Promise<Element | null>,
    ...args: Args
  ): Promise<boolean>;
}

/** A browser tab. As a place, it is the page in it. */
export interface Tab extends Place {
  goto(address: string): Promise<void>;
  reload(): Promise<void>;
  /** Brings the tab to the front. Engines slow down background tabs. */
  front(): Promise<void>;
  key(key: Key): Promise<void>;
  /** Runs the browser's Paste command on the focused element. */
  paste(): Promise<void>;
  /** Returns the document in the frame with this title, at the time of each call. */
  frame(title: string): Place;
}
