import type { Dictionary } from './en.js';

/* No case ending is put to a wallet's name: it would follow the vowels of the name. */
export const kk: Dictionary = {
  close: 'Жабу',
  gotIt: 'Түсінікті',
  cancel: 'Бас тарту',
  back: 'Артқа',
  retry: 'Қайталау',
  copyLink: 'Сілтемені көшіру',
  linkCopied: 'Сілтеме көшірілді',
  copyFailed: 'Сілтемені көшіру мүмкін болмады',
  yourWallet: 'Әмияныңыз',

  universal: {
    title: 'Әмияныңызды қосыңыз',
    scan: 'Кодты әмиян қолданбасымен сканерлеңіз',
    availableWallets: 'Қолжетімді әмияндар',
    codeIsFor: (names) => `Бұл кодты ашатындар: ${names}.`,
    othersBelow: 'Басқа әмияндар — төменде.',
    openOnTelegramOrSelect: 'Telegram әмиянын ашыңыз немесе өзіңіздікін таңдаңыз',
    openOnTelegram: 'Telegram әмиянын ашу',
    selectWallet: 'Әмияныңызды таңдаңыз',
    chooseOther: 'Немесе басқа қолданбаны таңдаңыз',
    qrTab: 'QR коды',
    viewAll: 'Барлық әмияндар',
    whatIsWallet: 'Әмиян деген не?',
  },

  qr: {
    name: 'Қосылу сілтемесі бар QR коды',
    loading: 'QR коды дайындалуда',
    openLink: 'Сілтемені ашу',
  },

  tile: {
    // In two lines, one name: in this language Telegram comes first.
    walletIn: 'Telegram',
    telegram: 'әмияны',
    recent: 'Соңғы',
    installed: 'Орнатылған',
    popular: 'Танымал',
    unsupported: (name) => `${name} бұл сервисті қолдамайды`,
  },

  all: {
    title: 'Әмияндар',
    loading: 'Әмияндар тізімі жүктелуде',
    empty: 'Әмияндар табылмады',
    search: 'Әмиян іздеу',
    found: (count) => `Табылды: ${count}`,
    nothing: (query) => `«${query}» бойынша ештеңе табылмады`,
    unsupportedBelow: 'Төмендегі әмияндар сервистің барлық мүмкіндігін қолдамайды',
  },

  wallet: {
    scan: (name) => `Кодты телефон камерасымен немесе ${name} қолданбасымен сканерлеңіз`,
    goOn: {
      app: (name) => `${name} қолданбасында жалғастырыңыз…`,
      extension: (name) => `${name} кеңейтімінде жалғастырыңыз…`,
      desktop: (name) => `Компьютердегі ${name} қолданбасында жалғастырыңыз…`,
    },
    preparing: 'Қосылым дайындалуда…',
    open: (name) => `${name} ашу`,
    openAgain: (name) => `${name} қайта ашу`,
    get: (name) => `${name} орнату`,
    update: (name) => `${name} жаңарту`,
    modes: 'Қосылу тәсілі',
    mobile: 'Телефон',
    extension: 'Кеңейтім',
    desktop: 'Компьютер',
    showQr: 'QR кодын көрсету',
    chooseAnother: 'Басқа әмиянды таңдау',
    problem: {
      declined: () => 'Қосылу қабылданбады',
      'missing-features': (name) =>
        `${name} жаңартылуы керек: бұл нұсқада қолданбаға қажет мүмкіндіктер жоқ`,
      'not-supported': (name) =>
        `${name} бұл әрекетті қолдамайды. Оны қолдайтын басқа әмиянды қосыңыз.`,
      'wrong-network': (name) => `${name} басқа желіде. Желіні ауыстырып, қайталап көріңіз.`,
      'not-injected': (name) => `${name} кеңейтімі орнатылмаған сияқты`,
      'not-found': () => 'Әмиян табылмады',
      other: (name) => `${name} қосылмады`,
    },
  },

  offline: {
    noNetwork: 'Желі жоқ. Байланыс қалпына келгенде жалғастырамыз.',
    noList: 'Әмияндар тізімін жүктеу мүмкін болмады.',
  },

  info: {
    title: 'Әмиян деген не?',
    assetsTitle: 'Активтерді сенімді сақтау',
    assets:
      'Әмиян цифрлық активтеріңізді сақтап, қорғайды: TON, токендер және коллекциялық заттар.',
    identityTitle: 'Web3 әлеміндегі кілтіңіз',
    identity:
      'Орталықсыздандырылған қолданбаларға құпиясөзсіз кіріп, олардың не көретінін өзіңіз шешіңіз.',
    transactionsTitle: 'Оңай аударымдар',
    transactions: 'Криптовалютаны бірнеше рет түртіп жіберіңіз, алыңыз және бақылаңыз.',
    getWallet: 'Әмиян алу',
  },

  action: {
    'confirm-transaction': 'Транзакцияны растаңыз',
    'confirm-sign-data': 'Деректерге қол қойыңыз',
    here: (name) => `${name} ішіндегі сұрауды тексеріп, растаңыз.`,
    extension: (name) => `Осы браузерден ${name} терезесін табыңыз.`,
    through: () => 'Сұрауды өзіңіз қосқан әмиянда растаңыз.',
    elsewhere: (name) => `Басқа құрылғыда ${name} ашыңыз: сұрау сонда күтіп тұр.`,
  },

  toast: {
    region: 'Хабарландырулар',
    close: 'Хабарландыруды жабу',
    confirm: 'Операцияны әмияныңызда растаңыз',
    waits: (name) => `${name} растауыңызды күтіп тұр.`,
    'transaction-sent': {
      title: 'Транзакция жіберілді',
      text: 'Желі оны бірнеше секундта өңдейді.',
    },
    'transaction-canceled': {
      title: 'Транзакция тоқтатылды',
      text: 'Балансыңыз өзгерген жоқ.',
    },
    'data-signed': { title: 'Деректерге қол қойылды', text: 'Қолданба қолтаңбаңызды алды.' },
    'sign-data-canceled': {
      title: 'Қол қою тоқтатылды',
      text: 'Қолданба қолтаңбаңызды алған жоқ.',
    },
  },

  failure: {
    title: 'Бірдеңе дұрыс болмады',
    text: 'Әмиян терезесінде ақау шықты. Оны жауып, қайта ашыңыз.',
  },
};
