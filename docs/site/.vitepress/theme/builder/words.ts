import type { Choice, ColourName, Switch, TextName } from './options.ts';

/** The builder's words in one language. */
export interface BuilderWords {
  title: string;
  lead: string;
  preview: string;
  failed: string;
  code: string;
  flavours: { react: string; vanilla: string };
  copy: string;
  copied: string;
  notCopied: string;
  reset: string;
  groups: Record<'look' | 'colours' | 'button' | 'wallets' | 'requests' | 'rest', string>;
  choices: Record<Choice, string>;
  values: Partial<Record<Choice, Record<string, string>>>;
  switches: Record<Switch, string>;
  colours: Record<ColourName, string>;
  own: string;
  takeBack: string;
  texts: Record<TextName, string>;
  messages: string;
  modals: string;
  notices: string;
  can: string;
  listHint: string;
}

export const en: BuilderWords = {
  title: 'Widget builder',
  lead: 'Set the options, try the button, and copy the code. Your choices are saved in the URL: share the link to share the button.',
  preview: 'Preview',
  failed: 'The widget did not load. Check your connection, then reload the page.',
  code: 'Code',
  flavours: { react: 'React', vanilla: 'Without React' },
  copy: 'Copy code',
  copied: 'Copied',
  notCopied: 'Copying is blocked. Select the code and copy it.',
  reset: 'Reset',
  groups: {
    look: 'Appearance',
    colours: 'Colours',
    button: 'Button',
    wallets: 'Wallets',
    requests: 'Wallet requests',
    rest: 'Other',
  },
  choices: {
    theme: 'Theme',
    radius: 'Corners',
    language: 'Language',
    button: 'Button type',
    place: 'Position in the header',
    network: 'Network',
    features: 'Wallet features',
    returns: 'Where the wallet returns the user',
    skip: 'Do not open the wallet after a request',
  },
  values: {
    theme: { SYSTEM: 'Device', LIGHT: 'Light', DARK: 'Dark' },
    radius: { m: 'Round', s: 'Slightly round', none: 'Square' },
    button: { ready: 'Standard', own: 'Custom' },
    place: { start: 'Start', center: 'Middle', end: 'End' },
    network: { any: 'Any', main: 'Mainnet', test: 'Testnet' },
    features: { none: 'Any wallet', preferred: 'Preferred', required: 'Required' },
    returns: { back: 'To the app', none: 'Nowhere', link: 'To a link' },
    skip: { ios: 'On iOS', always: 'Always', never: 'Never' },
  },
  switches: {
    signText: 'sign text',
    signBinary: 'sign bytes',
    signCell: 'sign a cell',
    extraCurrency: 'send extra currencies',
    ownWallet: 'Add your own wallet to the list (example)',
    modalBefore: 'pending',
    modalSuccess: 'success',
    modalError: 'error',
    noticeBefore: 'pending',
    noticeSuccess: 'success',
    noticeError: 'error',
    androidBack: 'Android and Telegram Back buttons close the dialog',
    analytics: 'SDK telemetry',
  },
  colours: {
    accentLight: 'Accent, light',
    accentDark: 'Accent, dark',
    groundLight: 'Button, light',
    groundDark: 'Button, dark',
    wordsLight: 'Button text, light',
    wordsDark: 'Button text, dark',
  },
  own: 'default',
  takeBack: 'Remove',
  texts: {
    label: 'Button text',
    manifest: 'Manifest URL',
    returnUrl: 'Return link',
    telegramUrl: 'Telegram return link (https://t.me/…)',
  },
  messages: 'Minimum messages per transaction (0: no minimum)',
  modals: 'Dialog',
  notices: 'Notification',
  can: 'The wallet can',
  listHint:
    'The preview uses the wallets list of this site. Your server has its own at /wallets-v2.json.',
};

export const ru: BuilderWords = {
  title: 'Конструктор виджета',
  lead: 'Настройте, проверьте кнопку, скопируйте код. Настройки хранятся в адресе страницы: чтобы поделиться кнопкой, отправьте ссылку.',
  preview: 'Просмотр',
  failed: 'Виджет не загрузился. Проверьте подключение и обновите страницу.',
  code: 'Код',
  flavours: { react: 'React', vanilla: 'Без React' },
  copy: 'Скопировать код',
  copied: 'Скопировано',
  notCopied: 'Браузер запретил копирование: выделите код и скопируйте вручную',
  reset: 'Сбросить',
  groups: {
    look: 'Внешний вид',
    colours: 'Цвета',
    button: 'Кнопка',
    wallets: 'Кошельки',
    requests: 'Запросы к кошельку',
    rest: 'Прочее',
  },
  choices: {
    theme: 'Тема',
    radius: 'Углы',
    language: 'Язык',
    button: 'Тип кнопки',
    place: 'Положение в шапке',
    network: 'Сеть',
    features: 'Возможности кошелька',
    returns: 'Куда кошелёк возвращает пользователя',
    skip: 'Не открывать кошелёк после запроса',
  },
  values: {
    theme: { SYSTEM: 'Как на устройстве', LIGHT: 'Светлая', DARK: 'Тёмная' },
    radius: { m: 'Круглые', s: 'Скруглённые', none: 'Прямые' },
    button: { ready: 'Стандартная', own: 'Своя' },
    place: { start: 'Слева', center: 'По центру', end: 'Справа' },
    network: { any: 'Любая', main: 'Основная', test: 'Тестовая' },
    features: { none: 'Любой кошелёк', preferred: 'Желательны', required: 'Обязательны' },
    returns: { back: 'В приложение', none: 'Никуда', link: 'По ссылке' },
    skip: { ios: 'На iOS', always: 'Всегда', never: 'Никогда' },
  },
  switches: {
    signText: 'подписать текст',
    signBinary: 'подписать байты',
    signCell: 'подписать ячейку',
    extraCurrency: 'отправить extra currencies',
    ownWallet: 'Добавить свой кошелёк в список (пример)',
    modalBefore: 'ожидание',
    modalSuccess: 'успех',
    modalError: 'ошибка',
    noticeBefore: 'ожидание',
    noticeSuccess: 'успех',
    noticeError: 'ошибка',
    androidBack: 'Кнопка «Назад» в Android и Telegram закрывает окно',
    analytics: 'Телеметрия SDK',
  },
  colours: {
    accentLight: 'Акцент, светлая тема',
    accentDark: 'Акцент, тёмная тема',
    groundLight: 'Кнопка, светлая тема',
    groundDark: 'Кнопка, тёмная тема',
    wordsLight: 'Текст кнопки, светлая тема',
    wordsDark: 'Текст кнопки, тёмная тема',
  },
  own: 'по умолчанию',
  takeBack: 'Убрать',
  texts: {
    label: 'Текст кнопки',
    manifest: 'URL манифеста',
    returnUrl: 'Ссылка для возврата',
    telegramUrl: 'Ссылка для возврата в Telegram (https://t.me/…)',
  },
  messages: 'Минимум сообщений в транзакции (0 — без минимума)',
  modals: 'Окно',
  notices: 'Уведомление',
  can: 'Кошелёк умеет',
  listHint: 'Список кошельков взят с этого сайта. На вашем сервере свой: /wallets-v2.json.',
};
