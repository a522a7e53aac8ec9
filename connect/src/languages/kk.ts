import type { Language } from '../types/language.js';

/** Kazakh. */
export const kk: Language = {
  button: {
    connectWallet: 'Әмиянды қосу',
    restoring: 'Қосылым қалпына келтірілуде',
    account: 'Әмиян',
    copy: 'Мекенжайды көшіру',
    copied: 'Мекенжай көшірілді!',
    disconnect: 'Ажырату',
  },
  words: async () => (await import('../dictionaries/kk.js')).kk,
};
