import { useSyncExternalStore } from 'react';
import { currentPlatform, isPhoneOs } from './environment.js';
import { listen } from './listen.js';

/**
 * Widest window that counts as a phone, px (product specification, section 9). The media queries of the
 * style sheets say the same number.
 */
const PHONE_QUERY = '(max-width: 440px)';

/** Whether the window is as narrow as a phone: a modal is a sheet at the bottom then. */
export const isNarrowWindow = (): boolean => matchMedia(PHONE_QUERY).matches;

const onChange = (callback: () => void): (() => void) =>
  listen(matchMedia(PHONE_QUERY), 'change', callback);

/**
 * Whether wallets are opened on this device instead of scanned with another: a narrow window, or a
 * phone or tablet in whatever width.
 */
export const usePhoneLayout = (): boolean =>
  useSyncExternalStore(
    onChange,
    () => isNarrowWindow() || isPhoneOs(currentPlatform().os),
    () => false,
  );
