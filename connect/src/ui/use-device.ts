import { useSyncExternalStore } from 'react';
import { currentPlatform, isPhoneOs } from '../core/device/environment.js';
import { listen, mediaMatches, onMediaChange } from '../core/device/listen.js';

/**
 * Widest window that counts as a phone, px (product specification, section 9). The media queries of the
 * style sheets say the same number.
 */
const PHONE_QUERY = '(max-width: 440px)';

/** Whether the window is as narrow as a phone: a modal is a sheet at the bottom then. */
export const isNarrowWindow = (): boolean => mediaMatches(PHONE_QUERY);

const onChange = (callback: () => void): (() => void) => onMediaChange(PHONE_QUERY, callback);

/**
 * Whether wallets are opened on this device instead of scanned with another: a narrow window, or a
 * phone or tablet in whatever width.
 */
export const isPhoneLayout = (): boolean => isNarrowWindow() || isPhoneOs(currentPlatform().os);

export const usePhoneLayout = (): boolean =>
  useSyncExternalStore(onChange, isPhoneLayout, () => false);

const subscribe = (listener: () => void): (() => void) =>
  listen(window, 'online offline', listener);

/** Whether the device has a network at all. */
export const useOnline = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
