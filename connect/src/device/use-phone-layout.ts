import { useSyncExternalStore } from 'react';
import { currentPlatform, isPhoneOs } from './environment.js';
import { listen } from './listen.js';

/** Widest window that counts as a phone, px (product specification, section 9). */
const PHONE_QUERY = '(max-width: 440px)';

const onChange = (callback: () => void): (() => void) =>
  listen(matchMedia(PHONE_QUERY), 'change', callback);

/**
 * Whether wallets are opened on this device instead of scanned with another: a narrow window, or a
 * phone or tablet in whatever width.
 */
export const usePhoneLayout = (): boolean =>
  useSyncExternalStore(
    onChange,
    () => matchMedia(PHONE_QUERY).matches || isPhoneOs(currentPlatform().os),
    () => false,
  );
