/** Accessible names of the widget's controls. */
export type Names = {
  connectWallet: string;
  restoring: string;
  copyAddress: string;
  addressCopied: string;
  disconnect: string;

  close: string;
  /** In a pending request. */
  cancel: string;
  /** In a result. */
  gotIt: string;
  back: string;
  retry: string;
  copyLink: string;
  linkCopied: string;
  showQr: string;
  /** The two tabs of the first screen on a phone. */
  walletsTab: string;
  qrTab: string;
  viewAll: string;
  whatIsWallet: string;
  /** Wallet in Telegram: its tile, and its button on a phone. */
  telegramTile: string;
  telegramButton: string;
  mobile: string;
  extension: string;
  desktop: string;
  open: (wallet: string) => string;
  openAgain: (wallet: string) => string;

  /** The region of the notices. */
  toasts: string;
  /** Closes a notice. */
  closeToast: string;
  /** Title of the notice that asks the user to confirm. */
  toastConfirm: string;
};

/** Languages of the widget. */
export type Language = 'en' | 'ru';

export const NAMES: Record<Language, Names> = {
  en: {
    connectWallet: 'Connect wallet',
    restoring: 'Restoring the connection',
    copyAddress: 'Copy address',
    addressCopied: 'Address copied!',
    disconnect: 'Disconnect',
    close: 'Close',
    cancel: 'Cancel',
    gotIt: 'Got it',
    back: 'Back',
    retry: 'Retry',
    copyLink: 'Copy link',
    linkCopied: 'Link Copied',
    showQr: 'Show QR Code',
    walletsTab: 'Wallets',
    qrTab: 'QR code',
    viewAll: 'View all wallets',
    whatIsWallet: 'What is a wallet',
    telegramTile: 'Wallet in Telegram',
    telegramButton: 'Open Wallet in Telegram',
    mobile: 'Mobile',
    extension: 'Extension',
    desktop: 'Desktop',
    open: (wallet) => `Open ${wallet}`,
    openAgain: (wallet) => `Open ${wallet} again`,
    toasts: 'Notices',
    closeToast: 'Close the notice',
    toastConfirm: 'Confirm operation in your wallet',
  },
  ru: {
    connectWallet: 'Подключить кошелёк',
    restoring: 'Восстанавливаем подключение',
    copyAddress: 'Скопировать адрес',
    addressCopied: 'Адрес скопирован!',
    disconnect: 'Отключить',
    close: 'Закрыть',
    cancel: 'Отмена',
    gotIt: 'Понятно',
    back: 'Назад',
    retry: 'Повторить',
    copyLink: 'Скопировать ссылку',
    linkCopied: 'Ссылка скопирована',
    showQr: 'Показать QR-код',
    walletsTab: 'Кошельки',
    qrTab: 'QR-код',
    viewAll: 'Все кошельки',
    whatIsWallet: 'Что такое кошелёк?',
    telegramTile: 'Кошелёк в Telegram',
    telegramButton: 'Открыть Кошелёк в Telegram',
    mobile: 'Телефон',
    extension: 'Расширение',
    desktop: 'Компьютер',
    open: (wallet) => `Открыть ${wallet}`,
    openAgain: (wallet) => `Открыть ${wallet} ещё раз`,
    toasts: 'Уведомления',
    closeToast: 'Закрыть уведомление',
    toastConfirm: 'Подтвердите операцию в кошельке',
  },
};
