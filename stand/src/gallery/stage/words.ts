/** Names of what scenes press, in the widget's languages. */
export const WORDS = {
  en: {
    connect: 'Connect wallet',
    restoring: 'Restoring the connection',
    copyAddress: 'Copy address',
    copied: 'Address copied!',
    viewAll: 'View all wallets',
    telegramTile: 'Wallet in Telegram',
    whatIsWallet: 'What is a wallet',
    showQr: 'Show QR Code',
    copyLink: 'Copy link',
    linkCopied: 'Link Copied',
    refused: (name: string) => `${name} doesn't support connected service`,
    retry: 'Retry',
    modeExtension: 'Browser Extension',
    modeDesktop: 'Desktop',
    open: (name: string) => `Open ${name}`,
  },
  ru: {
    connect: 'Подключить кошелёк',
    restoring: 'Восстанавливаем подключение',
    copyAddress: 'Скопировать адрес',
    copied: 'Адрес скопирован!',
    viewAll: 'Все кошельки',
    telegramTile: 'Кошелёк в Telegram',
    whatIsWallet: 'Что такое кошелёк',
    showQr: 'Показать QR-код',
    copyLink: 'Скопировать ссылку',
    linkCopied: 'Ссылка скопирована',
    refused: (name: string) => `${name} не поддерживает этот сервис`,
    retry: 'Повторить',
    modeExtension: 'Расширение',
    modeDesktop: 'Компьютер',
    open: (name: string) => `Открыть ${name}`,
  },
} as const;

export type Words = (typeof WORDS)['en'] | (typeof WORDS)['ru'];
