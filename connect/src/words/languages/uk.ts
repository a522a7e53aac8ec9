import type { Language } from '../language.js';

/** Ukrainian. */
export const uk: Language = {
  button: {
    connectWallet: 'Підключити гаманець',
    restoring: 'Відновлюємо підключення',
    retry: 'Повторити',
    reload: 'Оновити сторінку',
    notLoaded: 'Не\u00a0завантажилося. Перевірте підключення до\u00a0мережі.',
    account: 'Гаманець',
    copy: 'Копіювати адресу',
    copied: 'Адресу скопійовано!',
    copyFailed: 'Не\u00a0вдалося скопіювати',
    explorer: 'Відкрити в\u00a0оглядачі',
    disconnect: 'Відключити',
    testnet: 'Тестова мережа',
  },
  words: async () => (await import('../dictionaries/uk.js')).uk,
};
