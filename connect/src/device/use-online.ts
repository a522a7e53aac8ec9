import { useSyncExternalStore } from 'react';
import { listen } from './listen.js';

const subscribe = (listener: () => void): (() => void) =>
  listen(window, 'online offline', listener);

/** Whether the device has a network at all. */
export const useOnline = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
