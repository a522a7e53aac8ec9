import { useSyncExternalStore } from 'react';
import { listen } from '../../device/listen.js';

const subscribe = (listener: () => void): (() => void) =>
  listen(document, 'visibilitychange', listener);

/** The visitor is elsewhere: in the wallet, most likely. */
export const usePageHidden = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => document.hidden,
    () => false,
  );
