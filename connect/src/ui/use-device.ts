import { useSyncExternalStore } from 'react';
import { currentPlatform, isPhoneOs } from '../core/device/environment.js';
import { listen, mediaMatches, onMediaChange } from '../core/device/listen.js';

/**
 * Maximum window width of a phone, px (product specification, section 9). The media queries of the style
 * sheets have the same number.
 */
const PHONE_QUERY = '(max-width: 440px)';

/** Whether the window is as narrow as a phone. A modal is then a sheet at the bottom. */
export const isNarrowWindow = (): boolean => mediaMatches(PHONE_QUERY);

const onChange = (callback: () => void): (() => void) => onMediaChange(PHONE_QUERY, callback);

/**
 * Whether wallets open on this device instead of scanning a QR code: in a narrow window, and on every phone
 * and tablet.
 */
export const isPhoneLayout = (): boolean => isNarrowWindow() || isPhoneOs(currentPlatform().os);

export const usePhoneLayout = (): boolean =>
  useSyncExternalStore(onChange, isPhoneLayout, () => false);

const subscribe = (listener: () => void): (() => void) =>
  listen(window, 'online offline', listener);

/** Whether the device has a network connection. */
export const useOnline = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
