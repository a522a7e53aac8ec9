import type { Dictionary } from './en.js';

export const uz: Dictionary = {
  close: 'Yopish',
  gotIt: 'Tushunarli',
  cancel: 'Bekor qilish',
  back: 'Orqaga',
  retry: 'Qayta urinish',
  copyLink: 'Havolani nusxalash',
  linkCopied: 'Havola nusxalandi',
  copyFailed: 'Nusxalab boʻlmadi',
  yourWallet: 'Hamyoningiz',

  universal: {
    title: 'TON hamyoningizni ulang',
    scan: 'Kodni hamyon ilovasi bilan skanerlang',
    availableWallets: 'Mavjud hamyonlar',
    codeIsFor: (names) => `Bu kod ${names} uchun.`,
    othersBelow: 'Boshqa hamyonlar — pastda.',
    openOnTelegram: 'Telegramda ochish',
    chooseOther: 'Yoki boshqa hamyonni tanlang',
    qrTab: 'QR kod',
    viewAll: 'Barcha hamyonlar',
    whatIsWallet: 'Hamyon nima?',
  },

  qr: {
    name: 'QR kod: havolani nusxalash',
    loading: 'QR kod tayyorlanmoqda',
    openLink: 'Havolani ochish',
  },

  tile: {
    // In two lines, one name: in this language Telegram comes first.
    walletIn: 'Telegram',
    telegram: 'hamyoni',
    recent: 'Soʻnggi',
    installed: 'Oʻrnatilgan',
    popular: 'Ommabop',
    unsupported: (name) => `${name} bu ilovaga mos kelmaydi`,
  },

  all: {
    title: 'Hamyonlar',
    loading: 'Hamyonlar roʻyxati yuklanmoqda',
    empty: 'Hamyonlar topilmadi',
    search: 'Hamyon qidirish',
    found: (count) => `Topildi: ${count}`,
    nothing: (query) => `“${query}” boʻyicha hech narsa topilmadi`,
    unsupportedBelow: 'Quyidagi hamyonlar ilovaning barcha imkoniyatlarini qoʻllamaydi',
  },

  wallet: {
    scan: (name) => `Kodni telefon kamerasi yoki ${name} bilan skanerlang`,
    goOn: {
      app: (name) => `${name} ilovasida davom eting…`,
      extension: (name) => `${name} kengaytmasida davom eting…`,
      desktop: (name) => `Kompyuterdagi ${name} ilovasida davom eting…`,
    },
    unreached: (name) =>
      `${name} bilan aloqa yoʻq. Yana urinyapmiz… Tarmoqni tekshiring yoki boshqa hamyon tanlang.`,
    blocked: (name) => `Brauzer ${name}ni ochishga ruxsat bermadi. Quyidagi tugmani bosing.`,
    silent: (name) => `${name} hali javob bermadi. Uning oynasini shu brauzerdan toping.`,
    toMainNetwork: (name) => `${name}ni TON asosiy tarmogʻiga oʻtkazib, qayta urinib koʻring`,
    toTestNetwork: (name) => `${name}ni TON sinov tarmogʻiga oʻtkazib, qayta urinib koʻring`,
    preparing: 'Ulanish tayyorlanmoqda…',
    open: (name) => `${name}ni ochish`,
    openAgain: (name) => `${name}ni qayta ochish`,
    get: (name) => `${name}ni oʻrnatish`,
    update: (name) => `${name}ni yangilash`,
    modes: 'Ulanish usuli',
    mobile: 'Telefon',
    extension: 'Kengaytma',
    desktop: 'Kompyuter',
    showQr: 'QR kodni koʻrsatish',
    chooseAnother: 'Boshqa hamyonni tanlash',
    problem: {
      declined: () => 'Ulanish rad etildi',
      'missing-features': (name) =>
        `${name}ni yangilang: sizdagi versiyada bu ilovaga kerakli imkoniyatlar yoʻq`,
      'not-supported': (name) =>
        `${name} bu amalni qoʻllab-quvvatlamaydi. Buni qila oladigan boshqa hamyonni ulang.`,
      'wrong-network': (name) => `${name}da tarmoqni almashtirib, qayta urinib koʻring`,
      'not-injected': (name) => `${name} kengaytmasi oʻrnatilmaganga oʻxshaydi`,
      'not-found': () => 'Hamyon topilmadi',
      other: (name) => `${name}ni ulab boʻlmadi`,
    },
  },

  offline: {
    noNetwork: 'Tarmoq yoʻq. Aloqa tiklangach davom etamiz.',
    noList: 'Hamyonlar roʻyxatini yuklab boʻlmadi.',
  },

  info: {
    title: 'Hamyon nima?',
    assetsTitle: 'Aktivlarni ishonchli saqlash',
    assets:
      'Hamyon raqamli aktivlaringizni saqlaydi va himoya qiladi: TON, tokenlar va kolleksiya buyumlari.',
    identityTitle: 'Web3 uchun kalitingiz',
    identity:
      'Markazlashmagan ilovalarga parolsiz kiring va ular nimani koʻrishini oʻzingiz hal qiling.',
    transactionsTitle: 'Oson oʻtkazmalar',
    transactions: 'Kriptovalyutani bir necha teginish bilan yuboring, oling va kuzatib boring.',
    getWallet: 'Hamyon ochish',
  },

  action: {
    'confirm-transaction': 'Tranzaksiyani tasdiqlang',
    'confirm-sign-data': 'Maʼlumotlarni imzolang',
    here: (name) => `${name}dagi soʻrovni tekshirib, tasdiqlang.`,
    extension: (name) => `Shu brauzerda ${name} oynasini toping.`,
    through: () => 'Soʻrovni oʻzingiz ulagan hamyonda tasdiqlang.',
    elsewhere: (name) => `${name}ni boshqa qurilmangizda oching: soʻrov oʻsha yerda kutmoqda.`,
  },

  request: {
    sending: 'Soʻrov yuborilmoqda…',
    silent: (name) =>
      `${name} bilan hozircha aloqa yoʻq, urinib koʻryapmiz. Tarmoq yoki VPNni tekshiring.`,
    stuck:
      'Hech narsa yuborilmadi: sahifaning bir qismi yuklanmadi. Tarmoqni tekshirib, qayta urining.',
    timeLeft: (time) => `Qolgan vaqt: ${time}`,
    asked: {
      to: (address) => `qabul qiluvchi: ${address}`,
      toSelf: 'oʻz manzilingizga',
      messages: (count) => `xabarlar: ${count}`,
      text: 'Imzolanadigan matn',
      binary: 'Imzolanadigan ikkilik maʼlumotlar',
      cell: 'Imzolanadigan shartnoma maʼlumotlari (katak)',
    },
    unsent: 'Hamyonga hech narsa yuborilmadi.',
    failed: 'Soʻrov xato bilan tugadi.',
    expired: {
      title: 'Vaqt tugadi',
      text: 'Endi hamyon bu soʻrovni rad etadi. Tasdiqlashga ulgurgan boʻlsangiz, hamyonni tekshiring.',
    },
    left: {
      title: 'Kutishni toʻxtatdik',
      text: 'Soʻrov hamyonda hali ochiq boʻlsa, uni oʻsha yerda ham rad eting.',
    },
    late: {
      'transaction-sent': 'Tranzaksiya baribir yuborildi',
      'data-signed': 'Maʼlumotlar baribir imzolandi',
      text: 'Biz kutishni toʻxtatgach, hamyon soʻrovni tasdiqladi.',
    },
  },

  toast: {
    region: 'Bildirishnomalar',
    close: 'Bildirishnomani yopish',
    confirm: 'Amalni hamyoningizda tasdiqlang',
    waits: (name) => `${name} tasdiqlashingizni kutmoqda.`,
    'transaction-sent': {
      title: 'Tranzaksiya yuborildi',
      text: 'Tarmoq uni bir necha soniyada qayta ishlaydi.',
    },
    'transaction-canceled': {
      title: 'Tranzaksiya bekor qilindi',
      text: 'Balansingiz oʻzgarmadi.',
    },
    'data-signed': { title: 'Maʼlumotlar imzolandi', text: 'Ilova imzongizni oldi.' },
    'sign-data-canceled': {
      title: 'Imzolash bekor qilindi',
      text: 'Ilova imzongizni olmadi.',
    },
    'wallet-disconnected': {
      title: 'Hamyon uzildi',
      text: (name) => `${name} endi bu ilovaga ulanmagan.`,
    },
  },

  failure: {
    title: 'Nimadir xato ketdi',
    text: 'Hamyonlarni koʻrsatib boʻlmadi. Oynani yopib, qayta oching.',
  },
};
