import type { Language } from '../language.js';

/** Persian, from right to left. */
export const fa: Language = {
  dir: 'rtl',
  button: {
    connectWallet: 'اتصال کیف پول',
    restoring: 'در حال بازیابی اتصال',
    retry: 'تلاش دوباره',
    reload: 'بارگذاری دوباره',
    notLoaded: 'بارگذاری نشد. اتصال اینترنت را بررسی کنید.',
    account: 'کیف پول',
    copy: 'کپی آدرس',
    copied: 'آدرس کپی شد!',
    copyFailed: 'کپی نشد',
    explorer: 'مشاهده در اکسپلورر',
    disconnect: 'قطع اتصال',
    testnet: 'شبکهٔ آزمایشی',
  },
  words: async () => (await import('../dictionaries/fa.js')).fa,
};
