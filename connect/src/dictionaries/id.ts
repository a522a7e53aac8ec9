import type { Dictionary } from './en.js';

export const id: Dictionary = {
  close: 'Tutup',
  gotIt: 'Mengerti',
  cancel: 'Batal',
  back: 'Kembali',
  retry: 'Coba lagi',
  copyLink: 'Salin tautan',
  linkCopied: 'Tautan disalin',
  copyFailed: 'Tautan tidak dapat disalin',
  yourWallet: 'Dompet Anda',

  universal: {
    title: 'Hubungkan dompet Anda',
    scan: 'Pindai dengan aplikasi dompet Anda',
    availableWallets: 'Dompet yang tersedia',
    codeIsFor: (names) => `Kode ini untuk ${names}.`,
    othersBelow: 'Dompet lain ada di bawah.',
    openOnTelegramOrSelect: 'Buka Wallet di Telegram atau pilih dompet Anda',
    openOnTelegram: 'Buka Wallet di Telegram',
    selectWallet: 'Pilih dompet Anda',
    chooseOther: 'Atau pilih aplikasi lain',
    qrTab: 'Kode QR',
    viewAll: 'Semua dompet',
    whatIsWallet: 'Apa itu dompet?',
  },

  qr: {
    name: 'Kode QR berisi tautan koneksi',
    loading: 'Kode QR sedang disiapkan',
    openLink: 'Buka tautan',
  },

  tile: {
    walletIn: 'Wallet di',
    telegram: 'Telegram',
    recent: 'Terakhir',
    installed: 'Terpasang',
    popular: 'Populer',
    unsupported: (name) => `${name} tidak mendukung layanan ini`,
  },

  all: {
    title: 'Dompet',
    loading: 'Daftar dompet sedang dimuat',
    empty: 'Tidak ada dompet',
    search: 'Cari dompet',
    found: (count) => `Ditemukan: ${count}`,
    nothing: (query) => `Tidak ada hasil untuk “${query}”`,
    unsupportedBelow: 'Dompet di bawah ini tidak mendukung semua fitur layanan',
  },

  wallet: {
    scan: (name) => `Pindai kode dengan kamera ponsel atau ${name}`,
    goOn: {
      app: (name) => `Lanjutkan di ${name}…`,
      extension: (name) => `Lanjutkan di ekstensi ${name}…`,
      desktop: (name) => `Lanjutkan di ${name} pada komputer…`,
    },
    preparing: 'Menyiapkan koneksi…',
    open: (name) => `Buka ${name}`,
    openAgain: (name) => `Buka ${name} lagi`,
    get: (name) => `Pasang ${name}`,
    update: (name) => `Perbarui ${name}`,
    modes: 'Cara terhubung',
    mobile: 'Ponsel',
    extension: 'Ekstensi',
    desktop: 'Komputer',
    showQr: 'Tampilkan kode QR',
    chooseAnother: 'Pilih dompet lain',
    problem: {
      declined: () => 'Koneksi ditolak',
      'missing-features': (name) =>
        `Perbarui ${name}: versi Anda belum memiliki fitur yang dibutuhkan aplikasi ini`,
      'not-supported': (name) =>
        `${name} tidak mendukung tindakan ini. Hubungkan dompet lain yang mendukungnya.`,
      'wrong-network': (name) => `Ganti jaringan di ${name}, lalu coba lagi`,
      'not-injected': (name) => `Sepertinya ekstensi ${name} belum terpasang`,
      'not-found': () => 'Dompet tidak ditemukan',
      other: (name) => `${name} tidak dapat dihubungkan`,
    },
  },

  offline: {
    noNetwork: 'Anda sedang offline. Kita lanjutkan setelah jaringan kembali.',
    noList: 'Daftar dompet tidak dapat dimuat.',
  },

  info: {
    title: 'Apa itu dompet?',
    assetsTitle: 'Aset tersimpan aman',
    assets: 'Dompet menyimpan dan melindungi aset digital Anda: TON, token, dan koleksi.',
    identityTitle: 'Identitas Web3 Anda',
    identity:
      'Masuk ke aplikasi terdesentralisasi tanpa kata sandi dan tentukan apa yang boleh mereka lihat.',
    transactionsTitle: 'Transaksi yang mudah',
    transactions: 'Kirim, terima, dan pantau aset kripto Anda dengan beberapa ketukan.',
    getWallet: 'Dapatkan dompet',
  },

  action: {
    'confirm-transaction': 'Konfirmasi transaksi',
    'confirm-sign-data': 'Tanda tangani data',
    here: (name) => `Periksa permintaan di ${name}, lalu konfirmasikan di sana.`,
    extension: (name) => `Cari jendela ${name} di browser ini.`,
    through: () => 'Konfirmasikan permintaan di dompet yang Anda hubungkan.',
    elsewhere: (name) => `Buka ${name} di perangkat lain: permintaan menunggu di sana.`,
  },

  toast: {
    region: 'Pemberitahuan',
    close: 'Tutup pemberitahuan',
    confirm: 'Konfirmasikan operasi di dompet Anda',
    waits: (name) => `${name} menunggu konfirmasi Anda.`,
    'transaction-sent': {
      title: 'Transaksi terkirim',
      text: 'Jaringan akan memprosesnya dalam beberapa detik.',
    },
    'transaction-canceled': { title: 'Transaksi dibatalkan', text: 'Saldo Anda tidak berubah.' },
    'data-signed': {
      title: 'Data ditandatangani',
      text: 'Aplikasi telah menerima tanda tangan Anda.',
    },
    'sign-data-canceled': {
      title: 'Penandatanganan dibatalkan',
      text: 'Aplikasi tidak menerima tanda tangan Anda.',
    },
  },

  failure: {
    title: 'Terjadi kesalahan',
    text: 'Jendela dompet mengalami gangguan. Tutup, lalu buka lagi.',
  },
};
