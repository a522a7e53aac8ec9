import type { ButtonWords, Dictionary, Language } from '@prichal/connect';
import { es } from '@prichal/connect/languages/es';
import { fa } from '@prichal/connect/languages/fa';
import { id } from '@prichal/connect/languages/id';
import { kk } from '@prichal/connect/languages/kk';
import { pt } from '@prichal/connect/languages/pt';
import { tr } from '@prichal/connect/languages/tr';
import { uk } from '@prichal/connect/languages/uk';
import { uz } from '@prichal/connect/languages/uz';
import { NAMES, type Names } from '@prichal/dev-wallet/page-objects';
import type { Settings } from '../settings';

/** Languages that an app adds to the built-in ones. */
export const LANGUAGES = { es, fa, id, kk, pt, tr, uk, uz } as const;

type Lang = Settings['lang'];

const added = (lang: Lang): Language | undefined =>
  lang === 'en' || lang === 'ru' ? undefined : LANGUAGES[lang];

/**
 * Returns the direction of the language. Left-to-right languages can be shown in either direction.
 */
export const directionOf = ({ lang, dir }: Settings): Settings['dir'] => added(lang)?.dir ?? dir;

/** Returns the widget's `languages` option. */
export const languagesOf = (settings: Settings): Record<string, Language> => ({
  // English and Russian are built in, so only their direction is set.
  [settings.lang]: { ...added(settings.lang), dir: directionOf(settings) } as Language,
});

/** Returns the names of the widget's controls. */
export async function namesIn(lang: Lang): Promise<Names> {
  if (lang === 'en' || lang === 'ru') return NAMES[lang];
  const { button, words } = LANGUAGES[lang];
  return namesFrom(button, typeof words === 'function' ? await words() : words);
}

const namesFrom = (button: ButtonWords, words: Dictionary): Names => ({
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
  telegramTile: `${words.tile.walletIn} ${words.tile.telegram}`,
  telegramButton: words.universal.openOnTelegram,
  mobile: words.wallet.mobile,
  extension: words.wallet.extension,
  desktop: words.wallet.desktop,
  open: words.wallet.open,
  openAgain: words.wallet.openAgain,
  toasts: words.toast.region,
  closeToast: words.toast.close,
  toastConfirm: words.toast.confirm,
});

/** Titles of the scene's page. */
export const PAGE_TITLES: Record<Lang, string> = {
  en: 'A page',
  ru: 'Страница приложения',
  es: 'Una página',
  fa: 'یک صفحه',
  id: 'Sebuah halaman',
  kk: 'Қолданба беті',
  pt: 'Uma página',
  tr: 'Bir sayfa',
  uk: 'Сторінка застосунку',
  uz: 'Ilova sahifasi',
};
