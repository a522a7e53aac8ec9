import type { Language } from '../types/language.js';

/** Ukrainian. */
export const uk: Language = {
  button: {
    connectWallet: 'Підключити гаманець',
    restoring: 'Відновлюємо підключення',
    retry: 'Повторити',
    reload: 'Оновити сторінку',
    notLoaded: 'Не завантажилося. Перевірте підключення до мережі.',
    account: 'Гаманець',
    copy: 'Копіювати адресу',
    copied: 'Адресу скопійовано!',
    disconnect: 'Відключити',
  },
  words: async () => (await import('../dictionaries/uk.js')).uk,
};
