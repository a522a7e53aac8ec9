import type { Language } from '../language.js';

/** Turkish. */
export const tr: Language = {
  button: {
    connectWallet: 'Cüzdan bağla',
    restoring: 'Bağlantı geri yükleniyor',
    retry: 'Yeniden dene',
    reload: 'Sayfayı yenile',
    notLoaded: 'Yüklenemedi. Bağlantınızı kontrol edin.',
    account: 'Cüzdan',
    copy: 'Adresi kopyala',
    copied: 'Adres kopyalandı!',
    copyFailed: 'Kopyalanamadı',
    explorer: 'Gezginde görüntüle',
    disconnect: 'Bağlantıyı kes',
    testnet: 'Test ağı',
  },
  words: async () => (await import('../dictionaries/tr.js')).tr,
};
