import type { Dictionary } from './en.js';

export const id: Dictionary = {
  close: 'Tutup',
  gotIt: 'Mengerti',
  cancel: 'Batal',
  back: 'Kembali',
  retry: 'Coba lagi',
  copyLink: 'Salin tautan',
  linkCopied: 'Tautan disalin',
  copyFailed: 'Tidak dapat disalin',
  yourWallet: 'Dompet Anda',

  universal: {
    title: 'Hubungkan dompet TON Anda',
    scan: 'Pindai dengan aplikasi dompet Anda',
    availableWallets: 'Dompet yang tersedia',
    codeIsFor: (names) => `Kode ini untuk ${names}.`,
    othersBelow: 'Dompet lain ada di bawah.',
    openOnTelegram: 'Buka Wallet di Telegram',
    chooseOther: 'Atau pilih dompet lain',
    qrTab: 'Kode QR',
    viewAll: 'Semua dompet',
    whatIsWallet: 'Apa itu dompet?',
  },

  qr: {
    name: 'Kode QR: salin tautannya',
    loading: 'Kode QR sedang disiapkan',
    openLink: 'Buka tautan',
  },

  tile: {
    walletIn: 'Wallet di',
    telegram: 'Telegram',
    recent: 'Terakhir',
    installed: 'Terpasang',
    popular: 'Populer',
    unsupported: (name) => `${name} tidak mendukung aplikasi ini`,
  },

  all: {
    title: 'Dompet',
    loading: 'Daftar dompet sedang dimuat',
    empty: 'Tidak ada dompet',
    search: 'Cari dompet',
    found: (count) => `Ditemukan: ${count}`,
    nothing: (query) => `Tidak ada hasil untuk “${query}”`,
    unsupportedBelow: 'Dompet di bawah ini tidak mendukung semua fitur aplikasi',
  },

  wallet: {
    scan: (name) => `Pindai kode dengan kamera ponsel atau ${name}`,
    goOn: {
      app: (name) => `Lanjutkan di ${name}…`,
      extension: (name) => `Lanjutkan di ekstensi ${name}…`,
      desktop: (name) => `Lanjutkan di ${name} pada komputer…`,
    },
    unreached: (name) =>
      `Tidak ada koneksi ke ${name}. Mencoba lagi… Periksa jaringan Anda atau pilih dompet lain.`,
    blocked: (name) => `Browser tidak mengizinkan ${name} dibuka. Tekan tombol di bawah.`,
    silent: (name) => `${name} belum menjawab. Cari jendelanya di browser ini.`,
    toMainNetwork: (name) => `Alihkan ${name} ke jaringan utama TON, lalu coba lagi`,
    toTestNetwork: (name) => `Alihkan ${name} ke jaringan uji TON, lalu coba lagi`,
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

  request: {
    sending: 'Mengirim permintaan…',
    silent: (name) =>
      `Belum ada koneksi ke ${name}; kami terus mencoba. Periksa jaringan atau VPN Anda.`,
    stuck:
      'Tidak ada yang terkirim: sebagian halaman gagal dimuat. Periksa koneksi Anda, lalu coba lagi.',
    timeLeft: (time) => `Sisa waktu: ${time}`,
    asked: {
      to: (address) => `ke ${address}`,
      toSelf: 'ke alamat Anda sendiri',
      messages: (count) => `pesan: ${count}`,
      text: 'Teks untuk ditandatangani',
      binary: 'Data biner untuk ditandatangani',
      cell: 'Data kontrak (sel) untuk ditandatangani',
    },
    unsent: 'Tidak ada yang dikirim ke dompet.',
    failed: 'Permintaan berakhir dengan kesalahan.',
    expired: {
      title: 'Waktu habis',
      text: 'Dompet kini menolak permintaan ini. Jika Anda sempat mengonfirmasi, periksa di dompet.',
    },
    left: {
      title: 'Kami berhenti menunggu',
      text: 'Jika permintaan masih terbuka di dompet, tolak juga di sana.',
    },
    late: {
      'transaction-sent': 'Transaksi ternyata terkirim',
      'data-signed': 'Data ternyata ditandatangani',
      text: 'Dompet mengonfirmasinya setelah kami berhenti menunggu.',
    },
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
    'wallet-disconnected': {
      title: 'Dompet terputus',
      text: (name) => `${name} tidak lagi terhubung ke aplikasi ini.`,
    },
  },

  failure: {
    title: 'Terjadi kesalahan',
    text: 'Dompet tidak dapat ditampilkan. Tutup jendela ini, lalu buka lagi.',
  },
};
