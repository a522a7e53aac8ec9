import type {
  AddTonConnectPrefix,
  EventDispatcher,
  RemoveTonConnectPrefix,
} from '../types/dispatcher.js';

const page = (): Window | undefined => (typeof window === 'undefined' ? undefined : window);

/** Dispatches events on `window`, as `CustomEvent`s. Does nothing outside browsers. */
export class BrowserEventDispatcher<T extends { type: string }> implements EventDispatcher<T> {
  /** Dispatches an event. */
  async dispatchEvent<P extends AddTonConnectPrefix<T['type']>>(
    eventName: P,
    eventDetails: T & { type: RemoveTonConnectPrefix<P> },
  ): Promise<void> {
    page()?.dispatchEvent(new CustomEvent(eventName, { detail: eventDetails }));
  }

  /**
   * Calls `listener` for each event of the name.
   * @returns A function that removes the listener.
   */
  async addEventListener<P extends AddTonConnectPrefix<T['type']>>(
    eventName: P,
    listener: (event: CustomEvent<T & { type: RemoveTonConnectPrefix<P> }>) => void,
    options?: AddEventListenerOptions,
  ): Promise<() => void> {
    const target = page();
    const heard = listener as (event: Event) => void;
    target?.addEventListener(eventName, heard, options);
    return () => target?.removeEventListener(eventName, heard, options);
  }
}
