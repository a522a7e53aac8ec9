/** A browser engine that the journeys run in. */
export interface Engine {
  /** A new tab, in front of the others. */
  open(): Promise<Tab>;
  /** Closes every tab and forgets what pages have stored. */
  clear(): Promise<void>;
  close(): Promise<void>;
}

/** Keys that journeys press, by their names in `KeyboardEvent.key`. */
export type Key = 'Enter' | 'Escape' | 'Tab' | 'ArrowDown' | 'ArrowRight';

/** A document that a person looks at: of a tab, or of a frame in it. */
export interface Place {
  /**
   * Calls a function in the document and waits for what it promises. The function travels as text:
   * it stands by itself, and its arguments and result are JSON.
   */
  run<Args extends readonly unknown[], Result>(
    work: (...args: Args) => Result | Promise<Result>,
    ...args: Args
  ): Promise<Result>;
  /**
   * Presses the element that the function returns, with the browser's own pointer.
   * @returns whether there was one
   */
  press<Args extends readonly unknown[]>(
    find: (...args: Args) => Element | null | Promise<Element | null>,
    ...args: Args
  ): Promise<boolean>;
}

/** A tab of a browser. Its place is the page in it. */
export interface Tab extends Place {
  goto(address: string): Promise<void>;
  reload(): Promise<void>;
  /** Brings it before the others: engines slow down what is behind. */
  front(): Promise<void>;
  key(key: Key): Promise<void>;
  /** The browser's own Paste, into what has the focus. */
  paste(): Promise<void>;
  /** The document in the frame with this title, whatever it shows by then. */
  frame(title: string): Place;
}
