import type { Width } from '../fixtures/gallery.ts';

const ANY = [1280, 390, 320] as const;
const DESKTOP = [1280] as const;
const PHONES = [390, 320] as const;

/** Every scene of the gallery and the widths it is made for; a test compares this with the gallery. */
export const SCENES: Record<string, readonly Width[]> = {
  'button-restoring': ANY,
  'button-disconnected': ANY,
  'button-connected': ANY,
  menu: ANY,
  'menu-copied': ANY,
  universal: ANY,
  'universal-installed': DESKTOP,
  'universal-few': ANY,
  'universal-loading': ANY,
  'universal-offline': ANY,
  'universal-empty': ANY,
  'proof-loading': ANY,
  'phone-qr': PHONES,
  'qr-copied': DESKTOP,
  'what-is-a-wallet': ANY,
  'single-wallet': ANY,
  all: ANY,
  'all-search': ANY,
  'all-search-nothing': ANY,
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
  'confirm-not-sent': ANY,
  'confirm-sent': ANY,
  'transaction-sent': ANY,
  'transaction-cancelled': ANY,
  'radius-small': ANY,
  'radius-none': ANY,
  'radius-none-list': ANY,
};

/** Screens that a visitor surely sees: in every width, not only in the first and the last. */
export const MAIN = ['universal', 'all', 'confirm-sent'];
