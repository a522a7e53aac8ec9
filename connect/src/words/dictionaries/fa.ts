import type { Dictionary } from './en.js';

/** Isolates that keep a Latin name and its punctuation in place in the line. */
const isolated = (name: string): string => `\u2068${name}\u2069`;

const digits = new Intl.NumberFormat('fa');

export const fa: Dictionary = {
  close: 'بستن',
  gotIt: 'متوجه شدم',
  cancel: 'لغو',
  back: 'بازگشت',
  retry: 'تلاش دوباره',
  copyLink: 'کپی لینک',
  linkCopied: 'لینک کپی شد',
  copyFailed: 'کپی نشد',
  yourWallet: 'کیف پول شما',

  universal: {
    title: 'کیف پول TON خود را متصل کنید',
    scan: 'کد را با برنامهٔ کیف پول خود اسکن کنید',
    availableWallets: 'کیف پول‌های موجود',
    codeIsFor: (names) => `این کد برای ${isolated(names)} است.`,
    othersBelow: 'کیف پول‌های دیگر در پایین هستند.',
    openOnTelegram: 'باز کردن کیف پول تلگرام',
    chooseOther: 'یا کیف پول دیگری انتخاب کنید',
    qrTab: 'کد QR',
    viewAll: 'همهٔ کیف پول‌ها',
    whatIsWallet: 'کیف پول چیست؟',
  },

  qr: {
    name: 'کد QR: کپی لینک آن',
    loading: 'کد QR در حال آماده شدن است',
    openLink: 'باز کردن لینک',
  },

  tile: {
    walletIn: 'کیف پول',
    telegram: 'تلگرام',
    recent: 'اخیر',
    installed: 'نصب‌شده',
    popular: 'محبوب',
    unsupported: (name) => `${isolated(name)} با این برنامه سازگار نیست`,
  },

  all: {
    title: 'کیف پول‌ها',
    loading: 'فهرست کیف پول‌ها در حال بارگیری است',
    empty: 'کیف پولی پیدا نشد',
    search: 'جست‌وجوی کیف پول',
    found: (count) => `تعداد یافته‌ها: ${digits.format(count)}`,
    nothing: (query) => `برای «${isolated(query)}» چیزی پیدا نشد`,
    unsupportedBelow: 'کیف پول‌های زیر از همهٔ امکانات این برنامه پشتیبانی نمی‌کنند',
  },

  wallet: {
    scan: (name) => `کد را با دوربین گوشی یا ${isolated(name)} اسکن کنید`,
    goOn: {
      app: (name) => `در ${isolated(name)} ادامه دهید…`,
      extension: (name) => `در افزونهٔ ${isolated(name)} ادامه دهید…`,
      desktop: (name) => `در ${isolated(name)} روی رایانه ادامه دهید…`,
    },
    unreached: (name) =>
      `ارتباط با ${isolated(name)} برقرار نیست. دوباره تلاش می‌کنیم… شبکه را بررسی کنید یا کیف پول دیگری انتخاب کنید.`,
    blocked: (name) => `مرورگر اجازهٔ باز کردن ${isolated(name)} را نداد. دکمهٔ زیر را فشار دهید.`,
    silent: (name) =>
      `${isolated(name)} هنوز پاسخ نداده است. پنجرهٔ آن را در همین مرورگر پیدا کنید.`,
    toMainNetwork: (name) => `${isolated(name)} را به شبکهٔ اصلی TON ببرید و دوباره تلاش کنید`,
    toTestNetwork: (name) => `${isolated(name)} را به شبکهٔ آزمایشی TON ببرید و دوباره تلاش کنید`,
    preparing: 'در حال آماده‌سازی اتصال…',
    open: (name) => `باز کردن ${isolated(name)}`,
    openAgain: (name) => `باز کردن دوبارهٔ ${isolated(name)}`,
    get: (name) => `نصب ${isolated(name)}`,
    update: (name) => `به‌روزرسانی ${isolated(name)}`,
    modes: 'روش اتصال',
    mobile: 'موبایل',
    extension: 'افزونه',
    desktop: 'رایانه',
    showQr: 'نمایش کد QR',
    chooseAnother: 'انتخاب کیف پول دیگر',
    problem: {
      declined: () => 'اتصال رد شد',
      'missing-features': (name) =>
        `${isolated(name)} را به‌روزرسانی کنید؛ نسخهٔ شما امکانات لازم برای این برنامه را ندارد`,
      'not-supported': (name) =>
        `${isolated(name)} از این کار پشتیبانی نمی‌کند. کیف پول دیگری متصل کنید که از آن پشتیبانی کند.`,
      'wrong-network': (name) => `شبکه را در ${isolated(name)} عوض کنید و دوباره تلاش کنید`,
      'not-injected': (name) => `به نظر می‌رسد افزونهٔ ${isolated(name)} نصب نیست`,
      'not-found': () => 'کیف پول پیدا نشد',
      other: (name) => `اتصال به ${isolated(name)} برقرار نشد`,
    },
  },

  offline: {
    noNetwork: 'اینترنت قطع است. با وصل شدن آن ادامه می‌دهیم.',
    noList: 'فهرست کیف پول‌ها بارگیری نشد.',
  },

  info: {
    title: 'کیف پول چیست؟',
    assetsTitle: 'نگهداری امن دارایی‌ها',
    assets: 'کیف پول از دارایی‌های دیجیتال شما نگهداری و محافظت می‌کند: TON، توکن‌ها و کلکسیون‌ها.',
    identityTitle: 'هویت شما در وب۳',
    identity:
      'بدون رمز عبور وارد برنامه‌های غیرمتمرکز شوید و خودتان تصمیم بگیرید چه چیزی از شما ببینند.',
    transactionsTitle: 'تراکنش‌های آسان',
    transactions: 'رمزارزهای خود را با چند لمس بفرستید، دریافت کنید و زیر نظر داشته باشید.',
    getWallet: 'دریافت کیف پول',
  },

  action: {
    'confirm-transaction': 'تراکنش را تأیید کنید',
    'confirm-sign-data': 'داده‌ها را امضا کنید',
    here: (name) => `درخواست را در ${isolated(name)} بررسی و تأیید کنید.`,
    extension: (name) => `پنجرهٔ ${isolated(name)} را در همین مرورگر پیدا کنید.`,
    through: () => 'درخواست را در کیف پولی که متصل کرده‌اید تأیید کنید.',
    elsewhere: (name) =>
      `${isolated(name)} را در دستگاه دیگر خود باز کنید؛ درخواست آنجا منتظر است.`,
  },

  request: {
    sending: 'در حال ارسال درخواست…',
    silent: (name) =>
      `هنوز ارتباطی با ${isolated(name)} برقرار نشده؛ همچنان تلاش می‌کنیم. شبکه یا VPN را بررسی کنید.`,
    stuck: 'چیزی ارسال نشد: بخشی از صفحه بارگیری نشد. اتصال خود را بررسی و دوباره تلاش کنید.',
    timeLeft: (time) => `زمان باقی‌مانده: ${isolated(time)}`,
    asked: {
      to: (address) => `به ${isolated(address)}`,
      toSelf: 'به آدرس خودتان',
      messages: (count) => `پیام‌ها: ${count}`,
      text: 'متن برای امضا',
      binary: 'دادهٔ دودویی برای امضا',
      cell: 'دادهٔ قرارداد (سلول) برای امضا',
    },
    unsent: 'چیزی به کیف پول ارسال نشد.',
    failed: 'درخواست با خطا پایان یافت.',
    expired: {
      title: 'زمان به پایان رسید',
      text: 'کیف پول از این پس این درخواست را رد می‌کند. اگر به‌موقع تأیید کرده‌اید، کیف پول را بررسی کنید.',
    },
    left: {
      title: 'دیگر منتظر نیستیم',
      text: 'اگر درخواست هنوز در کیف پول باز است، آنجا هم آن را رد کنید.',
    },
    late: {
      'transaction-sent': 'تراکنش در نهایت ارسال شد',
      'data-signed': 'داده‌ها در نهایت امضا شد',
      text: 'کیف پول پس از آنکه دیگر منتظر نبودیم آن را تأیید کرد.',
    },
  },

  toast: {
    region: 'اعلان‌ها',
    close: 'بستن اعلان',
    confirm: 'عملیات را در کیف پول خود تأیید کنید',
    waits: (name) => `${isolated(name)} منتظر تأیید شماست.`,
    'transaction-sent': {
      title: 'تراکنش ارسال شد',
      text: 'شبکه آن را در چند ثانیه پردازش می‌کند.',
    },
    'transaction-canceled': { title: 'تراکنش لغو شد', text: 'موجودی شما تغییر نکرده است.' },
    'data-signed': { title: 'داده‌ها امضا شد', text: 'برنامه امضای شما را دریافت کرد.' },
    'sign-data-canceled': {
      title: 'امضا لغو شد',
      text: 'برنامه امضای شما را دریافت نکرد.',
    },
    'wallet-disconnected': {
      title: 'کیف پول قطع شد',
      text: (name) => `${isolated(name)} دیگر به این برنامه متصل نیست.`,
    },
  },

  failure: {
    title: 'مشکلی پیش آمد',
    text: 'کیف پول‌ها نمایش داده نشدند. پنجره را ببندید و دوباره باز کنید.',
  },
};
