import type { Dictionary } from './en.js';

export const uk: Dictionary = {
  close: 'Закрити',
  gotIt: 'Зрозуміло',
  cancel: 'Скасувати',
  back: 'Назад',
  retry: 'Повторити',
  copyLink: 'Копіювати посилання',
  linkCopied: 'Посилання скопійовано',
  copyFailed: 'Не вдалося скопіювати посилання',
  yourWallet: 'Ваш гаманець',

  universal: {
    title: 'Підключіть гаманець',
    scan: 'Відскануйте код застосунком гаманця',
    availableWallets: 'Доступні гаманці',
    codeIsFor: (names) => `Цей код — для ${names}.`,
    othersBelow: 'Інші гаманці — нижче.',
    openOnTelegramOrSelect: 'Відкрийте гаманець у Telegram або виберіть свій',
    openOnTelegram: 'Відкрити в Telegram',
    selectWallet: 'Виберіть свій гаманець',
    chooseOther: 'Або виберіть інший застосунок',
    qrTab: 'QR-код',
    viewAll: 'Усі гаманці',
    whatIsWallet: 'Що таке гаманець?',
  },

  qr: {
    name: 'QR-код із посиланням для підключення',
    loading: 'Готуємо QR-код',
    openLink: 'Відкрити посилання',
  },

  tile: {
    walletIn: 'Гаманець у',
    telegram: 'Telegram',
    recent: 'Недавній',
    installed: 'Установлено',
    popular: 'Популярний',
    unsupported: (name) => `${name} не підтримує цей сервіс`,
  },

  all: {
    title: 'Гаманці',
    loading: 'Завантажуємо список гаманців',
    empty: 'Гаманців не знайдено',
    search: 'Пошук гаманця',
    found: (count) => `Знайдено: ${count}`,
    nothing: (query) => `За запитом «${query}» нічого не знайдено`,
    unsupportedBelow: 'Гаманці нижче підтримують не всі функції сервісу',
  },

  wallet: {
    scan: (name) => `Відскануйте код камерою телефона або в ${name}`,
    goOn: {
      app: (name) => `Продовжіть у ${name}…`,
      extension: (name) => `Продовжіть у розширенні ${name}…`,
      desktop: (name) => `Продовжіть у ${name} на комп’ютері…`,
    },
    preparing: 'Готуємо підключення…',
    open: (name) => `Відкрити ${name}`,
    openAgain: (name) => `Відкрити ${name} ще раз`,
    get: (name) => `Установити ${name}`,
    update: (name) => `Оновити ${name}`,
    modes: 'Як підключитися',
    mobile: 'Телефон',
    extension: 'Розширення',
    desktop: 'Комп’ютер',
    showQr: 'Показати QR-код',
    chooseAnother: 'Вибрати інший гаманець',
    problem: {
      declined: () => 'Підключення відхилено',
      'missing-features': (name) =>
        `Оновіть ${name}: у вашій версії немає функцій, потрібних цьому застосунку`,
      'not-supported': (name) =>
        `${name} не підтримує цю дію. Підключіть інший гаманець, який її підтримує.`,
      'wrong-network': (name) => `Перемкніть мережу в ${name} і спробуйте ще раз`,
      'not-injected': (name) => `Схоже, розширення ${name} не встановлено`,
      'not-found': () => 'Гаманець не знайдено',
      other: (name) => `Не вдалося підключити ${name}`,
    },
  },

  offline: {
    noNetwork: 'Немає мережі. Продовжимо, щойно вона з’явиться.',
    noList: 'Не вдалося завантажити список гаманців.',
  },

  info: {
    title: 'Що таке гаманець?',
    assetsTitle: 'Надійне зберігання активів',
    assets: 'Гаманець зберігає й захищає ваші цифрові активи: TON, токени та колекційні предмети.',
    identityTitle: 'Ваша ідентичність у Web3',
    identity:
      'Входьте в децентралізовані застосунки без паролів і самі вирішуйте, що їм можна знати про вас.',
    transactionsTitle: 'Прості перекази',
    transactions: 'Надсилайте й отримуйте криптовалюту та стежте за балансом у кілька дотиків.',
    getWallet: 'Завести гаманець',
  },

  action: {
    'confirm-transaction': 'Підтвердьте транзакцію',
    'confirm-sign-data': 'Підпишіть дані',
    here: (name) => `Перевірте запит у ${name} і підтвердьте його.`,
    extension: (name) => `Знайдіть вікно ${name} у цьому браузері.`,
    through: () => 'Підтвердьте запит у гаманці, який ви підключили.',
    elsewhere: (name) => `Відкрийте ${name} на іншому пристрої: запит чекає там.`,
  },

  toast: {
    region: 'Сповіщення',
    close: 'Закрити сповіщення',
    confirm: 'Підтвердьте операцію в гаманці',
    waits: (name) => `${name} чекає на підтвердження.`,
    'transaction-sent': {
      title: 'Транзакцію надіслано',
      text: 'Мережа обробить її за кілька секунд.',
    },
    'transaction-canceled': { title: 'Транзакцію скасовано', text: 'Ваш баланс не змінився.' },
    'data-signed': { title: 'Дані підписано', text: 'Застосунок отримав ваш підпис.' },
    'sign-data-canceled': {
      title: 'Підпис скасовано',
      text: 'Застосунок не отримав ваш підпис.',
    },
  },

  failure: {
    title: 'Щось пішло не так',
    text: 'Вікно гаманця дало збій. Закрийте його й відкрийте знову.',
  },
};
