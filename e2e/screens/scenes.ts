import type { Width } from '../fixtures/gallery.ts';

const ANY = [1280, 390, 320] as const;
const DESKTOP = [1280] as const;
const PHONES = [390, 320] as const;

/** Scenes of the gallery and their widths. A test compares this list with the gallery. */
export const SCENES: Record<string, readonly Width[]> = {
  'button-restoring': ANY,
  'button-disconnected': ANY,
  'button-connected': ANY,
  menu: ANY,
  'menu-copied': ANY,
  universal: ANY,
  'universal-installed': DESKTOP,
  'universal-recent': ANY,
  'universal-few': ANY,
  'universal-loading': ANY,
  'universal-offline': ANY,
  'universal-empty': ANY,
  'proof-loading': DESKTOP,
  'phone-qr': PHONES,
  'qr-copied': DESKTOP,
  'what-is-a-wallet': ANY,
  'single-wallet': ANY,
  all: ANY,
  'all-search': ANY,
  'all-search-nothing': ANY,
  'all-wallet-connect': ANY,
  'all-lacking': ANY,
  'all-refused': ANY,
  'phone-waiting': PHONES,
  'phone-blocked': PHONES,
  'phone-wallet-qr': PHONES,
  'desktop-qr': DESKTOP,
  'desktop-extension': DESKTOP,
  'desktop-extension-missing': DESKTOP,
  'desktop-app': DESKTOP,
  'wallet-declined': ANY,
  'wallet-missing-features': ANY,
  'wallet-wrong-network': ANY,
  'wallet-failed': ANY,
  'wallet-connect-failed': ANY,
  'confirm-not-sent': PHONES,
  'confirm-sent': ANY,
  'confirm-wallet-connect': ANY,
  'transaction-sent': ANY,
  'transaction-cancelled': ANY,
  'confirm-data': ANY,
  'data-signed': ANY,
  'data-cancelled': ANY,
  'unsupported-action': ANY,
  'notice-confirm': ANY,
  'notice-sent': ANY,
  'notice-cancelled': ANY,
  'notice-data-signed': ANY,
  'notice-data-cancelled': ANY,
  'notices-several': ANY,
  'notice-over-dialog': ANY,
  'radius-small': ANY,
  'radius-none': ANY,
  'radius-none-list': ANY,
  'right-to-left': ANY,
  colours: ANY,
};

/**
 * Screens that every user sees. They are tested in every width, not only in the first and the last.
 */
export const MAIN = ['universal', 'all', 'confirm-sent'];
