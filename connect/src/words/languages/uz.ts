import type { Language } from '../language.js';

/** Uzbek in Latin letters. */
export const uz: Language = {
  button: {
    connectWallet: 'Hamyonni ulash',
    restoring: 'Ulanish tiklanmoqda',
    retry: 'Qayta urinish',
    reload: 'Yangilash',
    notLoaded: 'Yuklanmadi. Ulanishni tekshiring.',
    account: 'Hamyon',
    copy: 'Manzilni nusxalash',
    copied: 'Manzil nusxalandi!',
    copyFailed: 'Nusxalab boʻlmadi',
    explorer: 'Eksplorerda koʻrish',
    disconnect: 'Uzish',
    testnet: 'Sinov tarmogʻi',
  },
  words: async () => (await import('../dictionaries/uz.js')).uz,
};
