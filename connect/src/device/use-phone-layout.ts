import { useSyncExternalStore } from 'react';
import { currentPlatform, isPhoneOs } from './platform.js';

/** Widest window that counts as a phone, px (product specification, section 9). */
const PHONE_QUERY = '(max-width: 440px)';

function onChange(callback: () => void): () => void {
  const query = matchMedia(PHONE_QUERY);
  query.addEventListener('change', callback);
  return () => query.removeEventListener('change', callback);
}

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
