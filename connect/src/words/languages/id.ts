import type { Language } from '../language.js';

/** Indonesian. */
export const id: Language = {
  button: {
    connectWallet: 'Hubungkan dompet',
    restoring: 'Memulihkan koneksi',
    retry: 'Coba lagi',
    reload: 'Muat ulang',
    notLoaded: 'Gagal dimuat. Periksa koneksi Anda.',
    account: 'Dompet',
    copy: 'Salin alamat',
    copied: 'Alamat disalin!',
    copyFailed: 'Tidak dapat disalin',
    explorer: 'Lihat di explorer',
    disconnect: 'Putuskan',
    testnet: 'Jaringan uji',
  },
  words: async () => (await import('../dictionaries/id.js')).id,
};
