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
  title: 'Build your button',
  lead: 'Choose, press the real widget, copy the code. What you chose stands in the address of this page, so a link is enough to show it to somebody.',
  preview: 'The real widget',
  failed: 'The widget could not be loaded. Check the connection, then load the page anew.',
  code: 'The code',
  flavours: { react: 'React', vanilla: 'Without React' },
  copy: 'Copy the code',
  copied: 'Copied',
  notCopied: 'The browser refused: select the code and copy it',
  reset: 'Begin anew',
  groups: {
    look: 'Look',
    colours: 'Colours',
    button: 'Button',
    wallets: 'Wallets',
    requests: 'Requests to the wallet',
    rest: 'The rest',
  },
  choices: {
    theme: 'Theme',
    radius: 'Corners',
    language: 'Language',
    button: 'Button',
    place: 'Place in the header',
    network: 'Network',
    features: 'What wallets have to be able to do',
    returns: 'Where the wallet sends the visitor back',
    skip: 'Do not open the wallet after a request',
  },
  values: {
    theme: { SYSTEM: 'As the device', LIGHT: 'Light', DARK: 'Dark' },
    radius: { m: 'Round', s: 'Slightly round', none: 'Square' },
    button: { ready: 'Ours', own: 'One of your own' },
    place: { start: 'Start', center: 'Middle', end: 'End' },
    network: { any: 'Any', main: 'Main', test: 'Test' },
    features: { none: 'Nothing particular', preferred: 'Preferred', required: 'Required' },
    returns: { back: 'Where they came from', none: 'Nowhere', link: 'To a link' },
    skip: { ios: 'On iOS', always: 'Always', never: 'Never' },
  },
  switches: {
    signText: 'sign text',
    signBinary: 'sign bytes',
    signCell: 'sign a cell',
    extraCurrency: 'send extra currencies',
    ownWallet: 'A wallet of your own in the list (an example)',
    modalBefore: 'while it waits',
    modalSuccess: 'when it is signed',
    modalError: 'when it failed',
    noticeBefore: 'while it waits',
    noticeSuccess: 'when it is signed',
    noticeError: 'when it failed',
    androidBack: 'Android’s and Telegram’s Back close the sheet',
    analytics: 'Telemetry of the SDK',
  },
  colours: {
    accentLight: 'Accent, light',
    accentDark: 'Accent, dark',
    groundLight: 'Button, light',
    groundDark: 'Button, dark',
    wordsLight: 'Words on the button, light',
    wordsDark: 'Words on the button, dark',
  },
  own: 'the widget’s own',
  takeBack: 'Take back',
  texts: {
    label: 'Words on the button',
    manifest: 'Address of the manifest',
    returnUrl: 'Link to send them to',
    telegramUrl: 'Link inside Telegram (https://t.me/…)',
  },
  messages: 'Messages in one transaction, at least (0: any)',
  modals: 'A window',
  notices: 'A notice',
  can: 'Able to',
  listHint: 'The list is this site’s own. With a server of yours: its /wallets-v2.json.',
};

export const ru: BuilderWords = {
  title: 'Собрать кнопку',
  lead: 'Выберите, нажмите настоящий виджет, скопируйте код. Выбранное записано в адресе этой страницы: чтобы показать его другому, достаточно ссылки.',
  preview: 'Настоящий виджет',
  failed: 'Виджет не загрузился. Проверьте подключение и загрузите страницу заново.',
  code: 'Код',
  flavours: { react: 'React', vanilla: 'Без React' },
  copy: 'Скопировать код',
  copied: 'Скопировано',
  notCopied: 'Браузер не разрешил: выделите код и скопируйте',
  reset: 'Начать заново',
  groups: {
    look: 'Вид',
    colours: 'Цвета',
    button: 'Кнопка',
    wallets: 'Кошельки',
    requests: 'Запросы к кошельку',
    rest: 'Остальное',
  },
  choices: {
    theme: 'Тема',
    radius: 'Углы',
    language: 'Язык',
    button: 'Кнопка',
    place: 'Место в шапке',
    network: 'Сеть',
    features: 'Что должны уметь кошельки',
    returns: 'Куда кошелёк возвращает человека',
    skip: 'Не открывать кошелёк после запроса',
  },
  values: {
    theme: { SYSTEM: 'Как на устройстве', LIGHT: 'Светлая', DARK: 'Тёмная' },
    radius: { m: 'Круглые', s: 'Скруглённые', none: 'Прямые' },
    button: { ready: 'Наша', own: 'Своя' },
    place: { start: 'Начало', center: 'Середина', end: 'Конец' },
    network: { any: 'Любая', main: 'Основная', test: 'Тестовая' },
    features: { none: 'Ничего особенного', preferred: 'Желательно', required: 'Обязательно' },
    returns: { back: 'Откуда пришёл', none: 'Никуда', link: 'По ссылке' },
    skip: { ios: 'На iOS', always: 'Всегда', never: 'Никогда' },
  },
  switches: {
    signText: 'подписать текст',
    signBinary: 'подписать байты',
    signCell: 'подписать ячейку',
    extraCurrency: 'отправить другие валюты сети',
    ownWallet: 'Свой кошелёк в списке (пример)',
    modalBefore: 'пока ждём',
    modalSuccess: 'когда подписано',
    modalError: 'когда не вышло',
    noticeBefore: 'пока ждём',
    noticeSuccess: 'когда подписано',
    noticeError: 'когда не вышло',
    androidBack: '«Назад» в Android и Telegram закрывает окно',
    analytics: 'Телеметрия SDK',
  },
  colours: {
    accentLight: 'Акцент, светлая тема',
    accentDark: 'Акцент, тёмная тема',
    groundLight: 'Кнопка, светлая тема',
    groundDark: 'Кнопка, тёмная тема',
    wordsLight: 'Слова на кнопке, светлая тема',
    wordsDark: 'Слова на кнопке, тёмная тема',
  },
  own: 'как в виджете',
  takeBack: 'Убрать',
  texts: {
    label: 'Слова на кнопке',
    manifest: 'Адрес манифеста',
    returnUrl: 'Ссылка, по которой вернуть',
    telegramUrl: 'Ссылка внутри Telegram (https://t.me/…)',
  },
  messages: 'Сообщений в одной транзакции, не меньше (0 — сколько угодно)',
  modals: 'Окно',
  notices: 'Уведомление',
  can: 'Умеет',
  listHint: 'Список взят с этого сайта. С вашим сервером — его /wallets-v2.json.',
};
