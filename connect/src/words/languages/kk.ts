import type { Language } from '../language.js';

/** Kazakh. */
export const kk: Language = {
  button: {
    connectWallet: 'Әмиянды қосу',
    restoring: 'Қосылым қалпына келтірілуде',
    retry: 'Қайталау',
    reload: 'Бетті жаңарту',
    notLoaded: 'Жүктелмеді. Байланысты тексеріңіз.',
    account: 'Әмиян',
    copy: 'Мекенжайды көшіру',
    copied: 'Мекенжай көшірілді!',
    copyFailed: 'Көшіру мүмкін болмады',
    explorer: 'Эксплорерде көру',
    disconnect: 'Ажырату',
    testnet: 'Сынақ желісі',
  },
  words: async () => (await import('../dictionaries/kk.js')).kk,
};
