import type { Dictionary } from './en.js';

export const ru: Dictionary = {
  close: 'Закрыть',
  gotIt: 'Понятно',
  cancel: 'Отмена',
  back: 'Назад',
  retry: 'Повторить',
  copyLink: 'Скопировать ссылку',
  linkCopied: 'Ссылка скопирована',
  copyFailed: 'Не удалось скопировать ссылку',
  yourWallet: 'Ваш кошелёк',

  universal: {
    title: 'Подключите кошелёк',
    scan: 'Отсканируйте код приложением кошелька',
    availableWallets: 'Доступные кошельки',
    codeIsFor: (names) => `Этот код — для ${names}.`,
    othersBelow: 'Другой кошелёк выберите ниже.',
    openOnTelegramOrSelect: 'Откройте кошелёк в Telegram или выберите свой',
    openOnTelegram: 'Открыть кошелёк в Telegram',
    selectWallet: 'Выберите свой кошелёк',
    chooseOther: 'Или выберите другое приложение',
    qrTab: 'QR-код',
    viewAll: 'Все кошельки',
    whatIsWallet: 'Что такое кошелёк',
  },

  qr: {
    name: 'QR-код со ссылкой для подключения',
    loading: 'Готовим QR-код',
    openLink: 'Открыть ссылку',
  },

  tile: {
    walletIn: 'Кошелёк в',
    telegram: 'Telegram',
    recent: 'Недавний',
    installed: 'Установлен',
    popular: 'Популярный',
    unsupported: (name) => `${name} не поддерживает этот сервис`,
  },

  all: {
    title: 'Кошельки',
    loading: 'Загружаем список кошельков',
    empty: 'Кошельков не нашлось',
    search: 'Поиск кошелька',
    found: (count) => `Найдено: ${count}`,
    nothing: (query) => `По запросу «${query}» ничего не нашлось`,
    unsupportedBelow: 'Кошельки ниже поддерживают не все функции сервиса',
  },

  wallet: {
    scan: (name) => `Наведите на код камеру телефона или ${name}`,
    goOn: {
      app: (name) => `Продолжите в ${name}…`,
      extension: (name) => `Продолжите в расширении ${name}…`,
      desktop: (name) => `Продолжите в ${name} на компьютере…`,
    },
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
        `Обновите ${name}: ваша версия не поддерживает нужные этому приложению функции`,
      'not-supported': (name) =>
        `${name} не поддерживает это действие. Подключите другой кошелёк, который его поддерживает.`,
      'wrong-network': (name) => `Переключите сеть в ${name} и попробуйте ещё раз`,
      'not-injected': (name) => `Похоже, расширение ${name} не установлено`,
      'not-found': () => 'Кошелёк не найден',
      other: (name) => `Не удалось подключить ${name}`,
    },
  },

  offline: {
    noNetwork: 'Нет сети. Всё продолжится, как только она появится.',
    noList: 'Не удалось загрузить список кошельков.',
  },

  info: {
    title: 'Что такое кошелёк',
    assetsTitle: 'Надёжное хранение активов',
    assets: 'Кошелёк хранит и защищает ваши цифровые активы: TON, токены и коллекционные предметы.',
    identityTitle: 'Ваша личность в Web3',
    identity:
      'Входите в децентрализованные приложения без паролей и сами решайте, что им можно знать о вас.',
    transactionsTitle: 'Простые переводы',
    transactions: 'Отправляйте и получайте криптовалюту и следите за балансом в пару касаний.',
    getWallet: 'Выбрать кошелёк',
  },

  action: {
    'confirm-transaction': 'Подтвердите транзакцию',
    'confirm-sign-data': 'Подпишите данные',
    here: (name) => `Проверьте запрос в ${name} и подтвердите его.`,
    extension: (name) => `Найдите окно ${name} в этом браузере.`,
    elsewhere: (name) => `Откройте ${name} на другом устройстве: запрос ждёт там.`,
  },

  toast: {
    region: 'Уведомления',
    close: 'Закрыть уведомление',
    confirm: 'Подтвердите операцию в кошельке',
    waits: (name) => `${name} ждёт подтверждения.`,
    'transaction-sent': {
      title: 'Транзакция отправлена',
      text: 'Сеть обработает её за несколько секунд.',
    },
    'transaction-canceled': { title: 'Транзакция отменена', text: 'Ваш баланс не изменился.' },
    'data-signed': { title: 'Данные подписаны', text: 'Приложение получило вашу подпись.' },
    'sign-data-canceled': {
      title: 'Подпись отменена',
      text: 'Приложение не получило вашу подпись.',
    },
  },

  failure: {
    title: 'Что-то пошло не так',
    text: 'Окно кошелька сломалось. Закройте его и откройте снова.',
  },
};
