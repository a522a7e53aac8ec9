import type { Dictionary } from './en.js';

/* Wallet names get no case ending, because it would depend on the vowels of the name. */
export const tr: Dictionary = {
  close: 'Kapat',
  gotIt: 'Anladım',
  cancel: 'İptal',
  back: 'Geri',
  retry: 'Yeniden dene',
  copyLink: 'Linki kopyala',
  linkCopied: 'Link kopyalandı',
  copyFailed: 'Kopyalanamadı',
  yourWallet: 'Cüzdanınız',

  universal: {
    title: 'TON cüzdanınızı bağlayın',
    scan: 'Kodu cüzdan uygulamanızla okutun',
    availableWallets: 'Kullanılabilir cüzdanlar',
    codeIsFor: (names) => `Bu kod ${names} için.`,
    othersBelow: 'Diğer cüzdanlar aşağıda.',
    openOnTelegram: 'Telegram Cüzdanını aç',
    chooseOther: 'Veya başka bir cüzdan seçin',
    qrTab: 'QR kod',
    viewAll: 'Tüm cüzdanlar',
    whatIsWallet: 'Cüzdan nedir?',
  },

  qr: {
    name: 'QR kod: linkini kopyala',
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
    unsupported: (name) => `${name} bu uygulamayı desteklemiyor`,
  },

  all: {
    title: 'Cüzdanlar',
    loading: 'Cüzdan listesi yükleniyor',
    empty: 'Cüzdan bulunamadı',
    search: 'Cüzdan ara',
    found: (count) => `Bulunan: ${count}`,
    nothing: (query) => `“${query}” için sonuç yok`,
    unsupportedBelow: 'Aşağıdaki cüzdanlar bu uygulamanın tüm özelliklerini desteklemiyor',
  },

  wallet: {
    scan: (name) => `Kodu telefon kamerasıyla veya ${name} ile okutun`,
    goOn: {
      app: (name) => `${name} uygulamasında devam edin…`,
      extension: (name) => `${name} eklentisinde devam edin…`,
      desktop: (name) => `Bilgisayarınızdaki ${name} uygulamasında devam edin…`,
    },
    unreached: (name) =>
      `${name} ile bağlantı yok. Yeniden deniyoruz… Ağınızı kontrol edin veya başka bir cüzdan seçin.`,
    blocked: (name) =>
      `Tarayıcı ${name} uygulamasının açılmasını engelledi. Aşağıdaki düğmeye basın.`,
    silent: (name) => `${name} henüz yanıt vermedi. Penceresini bu tarayıcıda bulun.`,
    toMainNetwork: (name) => `${name} cüzdanını TON ana ağına geçirip yeniden deneyin`,
    toTestNetwork: (name) => `${name} cüzdanını TON test ağına geçirip yeniden deneyin`,
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

  request: {
    sending: 'İstek gönderiliyor…',
    silent: (name) =>
      `${name} ile henüz bağlantı yok, denemeye devam ediyoruz. Ağınızı veya VPN’i kontrol edin.`,
    stuck:
      'Hiçbir şey gönderilmedi: sayfanın bir bölümü yüklenemedi. Bağlantınızı kontrol edip yeniden deneyin.',
    timeLeft: (time) => `Kalan süre: ${time}`,
    asked: {
      to: (address) => `alıcı: ${address}`,
      toSelf: 'kendi adresinize',
      messages: (count) => `mesaj sayısı: ${count}`,
      text: 'İmzalanacak metin',
      binary: 'İmzalanacak ikili veri',
      cell: 'İmzalanacak sözleşme verisi (hücre)',
    },
    unsent: 'Cüzdana hiçbir şey gönderilmedi.',
    failed: 'İstek bir hatayla sonuçlandı.',
    expired: {
      title: 'Süre doldu',
      text: 'Cüzdan artık bu isteği reddeder. Zamanında onayladıysanız cüzdanınıza bakın.',
    },
    left: {
      title: 'Beklemeyi bıraktık',
      text: 'İstek cüzdanda hâlâ açıksa orada da reddedin.',
    },
    late: {
      'transaction-sent': 'İşlem yine de gönderildi',
      'data-signed': 'Veri yine de imzalandı',
      text: 'Cüzdan, biz beklemeyi bıraktıktan sonra onayladı.',
    },
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
    'wallet-disconnected': {
      title: 'Cüzdanın bağlantısı kesildi',
      text: (name) => `${name} artık bu uygulamaya bağlı değil.`,
    },
  },

  failure: {
    title: 'Bir şeyler ters gitti',
    text: 'Cüzdanlar gösterilemedi. Pencereyi kapatıp yeniden açın.',
  },
};
