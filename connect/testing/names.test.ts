import { NAMES } from '@prichal/dev-wallet/page-objects';
import { describe, expect, it } from 'vitest';
import { buttonWords } from '../src/core/language/menu-words.js';
import { en, ru } from '../src/testing/all-words.js';

/** The dictionaries cannot be imported, because the published package does not contain them. */
describe.each([
  ['en', en],
  ['ru', ru],
] as const)('names in %s', (language, words) => {
  it('are the texts of the widget', () => {
    const button = buttonWords({ language, languages: {}, strings: {} });
    const { open, openAgain, ...names } = NAMES[language];
    // Playwright treats all spaces as equal.
    const plain = (text: string) => text.replaceAll('\u00a0', ' ');
    expect(names).toEqual({
      connectWallet: button.connectWallet,
      restoring: button.restoring,
      copyAddress: button.copy,
      addressCopied: button.copied,
      disconnect: button.disconnect,
      close: words.close,
      cancel: words.cancel,
      gotIt: words.gotIt,
      back: words.back,
      retry: words.retry,
      copyLink: words.copyLink,
      linkCopied: words.linkCopied,
      showQr: words.wallet.showQr,
      walletsTab: words.all.title,
      qrTab: words.universal.qrTab,
      viewAll: words.universal.viewAll,
      whatIsWallet: words.universal.whatIsWallet,
      telegramTile: plain(`${words.tile.walletIn} ${words.tile.telegram}`),
      telegramButton: plain(words.universal.openOnTelegram),
      mobile: words.wallet.mobile,
      extension: words.wallet.extension,
      desktop: words.wallet.desktop,
      toasts: words.toast.region,
      closeToast: words.toast.close,
      toastConfirm: plain(words.toast.confirm),
    });
    expect(open('Quay')).toBe(words.wallet.open('Quay'));
    expect(openAgain('Quay')).toBe(words.wallet.openAgain('Quay'));
  });
});
