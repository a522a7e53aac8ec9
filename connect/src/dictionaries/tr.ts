import type { Dictionary } from './en.js';

/* No case ending is put to a wallet's name: it would follow the vowels of the name. */
export const tr: Dictionary = {
  close: 'Kapat',
  gotIt: 'Anladım',
  cancel: 'İptal',
  back: 'Geri',
  retry: 'Yeniden dene',
  copyLink: 'Linki kopyala',
  linkCopied: 'Link kopyalandı',
  copyFailed: 'Link kopyalanamadı',
  yourWallet: 'Cüzdanınız',

  universal: {
    title: 'Cüzdanınızı bağlayın',
    scan: 'Kodu cüzdan uygulamanızla okutun',
    availableWallets: 'Kullanılabilir cüzdanlar',
    codeIsFor: (names) => `Bu kod ${names} için.`,
    othersBelow: 'Diğer cüzdanlar aşağıda.',
    openOnTelegramOrSelect: 'Telegram Cüzdanını açın veya kendi cüzdanınızı seçin',
    openOnTelegram: 'Telegram Cüzdanını aç',
    selectWallet: 'Cüzdanınızı seçin',
    chooseOther: 'Veya başka bir uygulama seçin',
    qrTab: 'QR kod',
    viewAll: 'Tüm cüzdanlar',
    whatIsWallet: 'Cüzdan nedir?',
  },

  qr: {
    name: 'Bağlantı linkini içeren QR kod',
    loading: 'QR kod hazırlanıyor',
    openLink: 'Linki aç',
  },

  tile: {
    // In two lines, one name: in this language Telegram comes first.
    walletIn: 'Telegram',
    telegram: 'Cüzdanı',
    recent: 'Son',
    installed: 'Yüklü',
    popular: 'Popüler',
    unsupported: (name) => `${name} bu hizmeti desteklemiyor`,
  },

  all: {
    title: 'Cüzdanlar',
    loading: 'Cüzdan listesi yükleniyor',
    empty: 'Cüzdan bulunamadı',
    search: 'Cüzdan ara',
    found: (count) => `Bulunan: ${count}`,
    nothing: (query) => `“${query}” için sonuç yok`,
    unsupportedBelow: 'Aşağıdaki cüzdanlar bu hizmetin tüm özelliklerini desteklemiyor',
  },

  wallet: {
    scan: (name) => `Kodu telefon kamerasıyla veya ${name} ile okutun`,
    goOn: {
      app: (name) => `${name} uygulamasında devam edin…`,
      extension: (name) => `${name} eklentisinde devam edin…`,
      desktop: (name) => `Bilgisayarınızdaki ${name} uygulamasında devam edin…`,
    },
    preparing: 'Bağlantı hazırlanıyor…',
    open: (name) => `${name} uygulamasını aç`,
    openAgain: (name) => `${name} uygulamasını tekrar aç`,
    get: (name) => `${name} yükle`,
    update: (name) => `${name} güncelle`,
    modes: 'Bağlanma yöntemi',
    mobile: 'Telefon',
    extension: 'Eklenti',
    desktop: 'Bilgisayar',
    showQr: 'QR kodu göster',
    chooseAnother: 'Başka cüzdan seç',
    problem: {
      declined: () => 'Bağlantı reddedildi',
      'missing-features': (name) =>
        `${name} güncellenmeli: sürümünüzde bu uygulamanın ihtiyaç duyduğu özellikler yok`,
      'not-supported': (name) =>
        `${name} bu işlemi desteklemiyor. Destekleyen başka bir cüzdan bağlayın.`,
      'wrong-network': (name) => `${name} başka bir ağda. Ağı değiştirip yeniden deneyin.`,
      'not-injected': (name) => `${name} eklentisi yüklü değil gibi görünüyor`,
      'not-found': () => 'Cüzdan bulunamadı',
      other: (name) => `${name} bağlanamadı`,
    },
  },

  offline: {
    noNetwork: 'İnternet yok. Bağlantı gelince devam edeceğiz.',
    noList: 'Cüzdan listesi yüklenemedi.',
  },

  info: {
    title: 'Cüzdan nedir?',
    assetsTitle: 'Varlıklarınız güvende',
    assets: 'Cüzdan, dijital varlıklarınızı saklar ve korur: TON, token ve koleksiyonlar.',
    identityTitle: 'Web3 kimliğiniz',
    identity:
      'Merkeziyetsiz uygulamalara şifresiz girin, hakkınızda neyi göreceklerine siz karar verin.',
    transactionsTitle: 'Zahmetsiz işlemler',
    transactions: 'Kripto paralarınızı birkaç dokunuşla gönderin, alın ve takip edin.',
    getWallet: 'Cüzdan edin',
  },

  action: {
    'confirm-transaction': 'İşlemi onaylayın',
    'confirm-sign-data': 'Veriyi imzalayın',
    here: (name) => `İsteği ${name} üzerinden kontrol edip onaylayın.`,
    extension: (name) => `Bu tarayıcıda ${name} penceresini bulun.`,
    through: () => 'İsteği bağladığınız cüzdanda onaylayın.',
    elsewhere: (name) => `Diğer cihazınızda ${name} uygulamasını açın: istek orada bekliyor.`,
  },

  toast: {
    region: 'Bildirimler',
    close: 'Bildirimi kapat',
    confirm: 'İşlemi cüzdanınızda onaylayın',
    waits: (name) => `${name} onayınızı bekliyor.`,
    'transaction-sent': {
      title: 'İşlem gönderildi',
      text: 'Ağ birkaç saniye içinde işleyecek.',
    },
    'transaction-canceled': { title: 'İşlem iptal edildi', text: 'Bakiyeniz değişmedi.' },
    'data-signed': { title: 'Veri imzalandı', text: 'Uygulama imzanızı aldı.' },
    'sign-data-canceled': {
      title: 'İmzalama iptal edildi',
      text: 'Uygulama imzanızı almadı.',
    },
  },

  failure: {
    title: 'Bir şeyler ters gitti',
    text: 'Cüzdan penceresi bozuldu. Kapatıp yeniden açın.',
  },
};
