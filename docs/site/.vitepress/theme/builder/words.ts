import type { Choice, Coloured, Switch, TextName } from './options.ts';

/** The builder's words in one language. */
export interface BuilderWords {
  title: string;
  lead: string;
  preview: string;
  failed: string;
  code: string;
  flavours: { react: string; vanilla: string };
  reset: string;
  groups: Record<'look' | 'colours' | 'button' | 'wallets' | 'requests' | 'rest', string>;
  choices: Record<Choice, string>;
  values: Partial<Record<Choice, Record<string, string>>>;
  switches: Record<Switch, string>;
  colours: Record<Coloured, string>;
  takeBack: string;
  texts: Record<TextName, string>;
  /** Text of a custom button if its field is empty, and the example in the field. */
  label: string;
  /** Name of the drawn dialog. */
  dialog: string;
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
    signText: 'Sign text',
    signBinary: 'Sign bytes',
    signCell: 'Sign a cell',
    extraCurrency: 'Send extra currencies',
    ownWallet: 'Add your own wallet to the list (example)',
    modalBefore: 'Pending',
    modalSuccess: 'Success',
    modalError: 'Error',
    noticeBefore: 'Pending',
    noticeSuccess: 'Success',
    noticeError: 'Error',
    androidBack: 'Android and Telegram Back buttons close the dialog',
    analytics: 'SDK telemetry',
  },
  colours: {
    accent: 'Accent',
    ground: 'Button',
    words: 'Button text',
    dialog: 'Main button of the dialog',
  },
  takeBack: 'Remove',
  texts: {
    label: 'Button text',
    manifest: 'Manifest URL',
    returnUrl: 'Return link',
    telegramUrl: 'Telegram return link',
  },
  label: 'Sign in with TON',
  dialog: 'The wallet dialog in these colours',
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
    signText: 'Подписать текст',
    signBinary: 'Подписать байты',
    signCell: 'Подписать ячейку',
    extraCurrency: 'Отправить extra currencies',
    ownWallet: 'Добавить свой кошелёк в список (пример)',
    modalBefore: 'Ожидание',
    modalSuccess: 'Успех',
    modalError: 'Ошибка',
    noticeBefore: 'Ожидание',
    noticeSuccess: 'Успех',
    noticeError: 'Ошибка',
    androidBack: 'Кнопка «Назад» в Android и Telegram закрывает окно',
    analytics: 'Телеметрия SDK',
  },
  colours: {
    accent: 'Акцент',
    ground: 'Кнопка',
    words: 'Текст кнопки',
    dialog: 'Главная кнопка окна',
  },
  takeBack: 'Убрать',
  texts: {
    label: 'Текст кнопки',
    manifest: 'URL манифеста',
    returnUrl: 'Ссылка для возврата',
    telegramUrl: 'Ссылка для возврата в Telegram',
  },
  label: 'Войти через TON',
  dialog: 'Окно выбора кошелька в этих цветах',
  messages: 'Минимум сообщений в транзакции (0 — без минимума)',
  modals: 'Окно',
  notices: 'Уведомление',
  can: 'Кошелёк умеет',
  listHint: 'Список кошельков взят с этого сайта. На вашем сервере свой: /wallets-v2.json.',
};
