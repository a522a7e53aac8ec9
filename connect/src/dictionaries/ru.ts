import type { SheetWords } from './en.js';

export const ru: SheetWords = {
  close: 'Закрыть',
  gotIt: 'Понятно',
  cancel: 'Отмена',
  back: 'Назад',
  retry: 'Повторить',
  copyLink: 'Скопировать ссылку',
  linkCopied: 'Ссылка скопирована',
  copyFailed: 'Не\u00a0удалось скопировать',
  yourWallet: 'Ваш кошелёк',

  universal: {
    title: 'Подключите кошелёк',
    scan: 'Отсканируйте код приложением кошелька',
    availableWallets: 'Доступные кошельки',
    codeIsFor: (names) => `Код подходит для ${names}.`,
    othersBelow: 'Другие кошельки\u00a0— ниже.',
    openOnTelegramOrSelect: 'Откройте кошелёк в\u00a0Telegram или выберите свой',
    openOnTelegram: 'Открыть кошелёк в\u00a0Telegram',
    selectWallet: 'Выберите свой кошелёк',
    chooseOther: 'Или выберите другое приложение',
    qrTab: 'QR-код',
    viewAll: 'Все кошельки',
    whatIsWallet: 'Что такое кошелёк?',
  },

  qr: {
    name: 'QR-код: скопировать его ссылку',
    loading: 'Готовим QR-код',
    openLink: 'Открыть ссылку',
  },

  tile: {
    walletIn: 'Кошелёк',
    telegram: 'в\u00a0Telegram',
    recent: 'Недавний',
    installed: 'Установлен',
    popular: 'Популярный',
    unsupported: (name) => `${name} не\u00a0подходит для этого приложения`,
  },

  all: {
    title: 'Кошельки',
    loading: 'Загружаем список кошельков',
    empty: 'Кошельков не\u00a0нашлось',
    search: 'Поиск кошелька',
    found: (count) => `Найдено: ${count}`,
    nothing: (query) => `По\u00a0запросу «${query}» ничего не\u00a0нашлось`,
    unsupportedBelow: 'Кошельки ниже поддерживают не\u00a0все функции приложения',
  },

  wallet: {
    scan: (name) => `Отсканируйте код камерой телефона или в\u00a0${name}`,
    goOn: {
      app: (name) => `Перейдите в\u00a0${name}, чтобы продолжить…`,
      extension: (name) => `Продолжите в\u00a0расширении ${name}…`,
      desktop: (name) => `Продолжите в\u00a0${name} на\u00a0компьютере…`,
    },
    unreached: (name) =>
      `Нет связи с\u00a0${name}. Пробуем ещё раз… Проверьте сеть или\u00a0выберите другой кошелёк.`,
    blocked: (name) => `Браузер не\u00a0дал открыть ${name}. Нажмите кнопку ниже.`,
    silent: (name) => `${name} пока не\u00a0отвечает. Найдите его окно в\u00a0этом браузере.`,
    toMainNetwork: (name) =>
      `Переключите ${name} на\u00a0основную сеть TON и\u00a0попробуйте ещё раз`,
    toTestNetwork: (name) =>
      `Переключите ${name} на\u00a0тестовую сеть TON и\u00a0попробуйте ещё раз`,
    preparing: 'Готовим подключение…',
    open: (name) => `Открыть ${name}`,
    openAgain: (name) => `Открыть ${name} ещё раз`,
    get: (name) => `Установить ${name}`,
    update: (name) => `Обновить ${name}`,
    modes: 'Как подключиться',
    mobile: 'Телефон',
    extension: 'Расширение',
    desktop: 'Компьютер',
    showQr: 'Показать QR-код',
    chooseAnother: 'Выбрать другой кошелёк',
    problem: {
      declined: () => 'Подключение отклонено',
      'missing-features': (name) =>
        `Обновите ${name}: в\u00a0вашей версии нет функций, которые нужны приложению`,
      'not-supported': (name) =>
        `${name} не\u00a0поддерживает это действие. Подключите другой кошелёк, который его поддерживает.`,
      'wrong-network': (name) => `Переключите сеть в\u00a0${name} и\u00a0попробуйте ещё раз`,
      'not-injected': (name) => `Похоже, расширение ${name} не\u00a0установлено`,
      'not-found': () => 'Кошелёк не\u00a0найден',
      other: (name) => `Не\u00a0удалось подключить ${name}`,
    },
  },

  offline: {
    noNetwork: 'Нет сети. Продолжим, когда она появится.',
    noList: 'Не\u00a0удалось загрузить список кошельков.',
  },

  info: {
    title: 'Что такое кошелёк?',
    assetsTitle: 'Надёжное хранение активов',
    assets:
      'Кошелёк хранит и\u00a0защищает ваши цифровые активы: TON, токены и\u00a0коллекционные предметы.',
    identityTitle: 'Ваша личность в\u00a0Web3',
    identity:
      'Входите в\u00a0децентрализованные приложения без паролей и\u00a0сами решайте, что им\u00a0можно знать о\u00a0вас.',
    transactionsTitle: 'Простые переводы',
    transactions:
      'Отправляйте и\u00a0получайте криптовалюту и\u00a0следите за\u00a0балансом в\u00a0пару касаний.',
    getWallet: 'Завести кошелёк',
  },

  failure: {
    title: 'Не\u00a0получилось',
    text: 'Что-то помешало показать кошельки. Закройте окно и\u00a0откройте снова.',
  },
};
