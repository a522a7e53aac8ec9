import type { Figures } from './figures.data.ts';

interface Linked {
  title: string;
  text: string;
  /** Below the language's folder: `/widget/`. */
  link: string;
}

/** The front page's words in one language. */
export interface FrontWords {
  title: string;
  lead: string;
  start: string;
  build: string;
  /** Name of the command's block. */
  install: string;
  /** Why the command needs a build, and the link to it. */
  installNote: string;
  installLink: string;
  tryIt: string;
  tryHint: string;
  noScript: string;
  /** Text alternative of the picture. */
  picture: string;
  examples: (Linked & { code: string; more: string })[];
  pathsTitle: string;
  figuresTitle: string;
  figuresLead: string;
  figures: Record<keyof Figures, { what: string; other: string }>;
  howMeasured: string;
  partsTitle: string;
  parts: Linked[];
}

/** What npm installs today: the tarballs of a build from source. */
export const INSTALL = `npm install \\
  ../prichal/build/packages/prichal-{telegram,sdk,connect}-*.tgz`;
const WIDGET_CODE = ` import { TonConnectButton }
-  from '@tonconnect/ui-react';
+  from '@prichal/connect';`;
const SERVER_CODE = `prichal serve --web dist \\
  --public-url https://app.example.org`;

export const en: FrontWords = {
  title: 'Connect TON wallets in your mini app, on your own server',
  lead: 'Prichal replaces @tonconnect/ui-react and the official TON Connect bridge, and adds sign-in for your API. Use the widget, the server, or both.',
  start: 'Get started',
  build: 'Widget builder',
  install: 'Install the widget',
  installNote: 'Pre-release: the packages are not on npm yet.',
  installLink: 'Build them from source first',
  tryIt: 'Try it.',
  tryHint:
    'The button is the real widget in the colours of this site. Until you click, the page makes no requests to other hosts.',
  picture:
    'The wallet dialog: a QR code, a button that copies its link, and wallets to choose from',
  noScript: 'The button needs JavaScript.',
  examples: [
    {
      title: 'Replace the widget',
      text: 'The API and the storage keys are the same: connected users stay connected.',
      code: WIDGET_CODE,
      link: '/start/widget',
      more: 'Replace the widget',
    },
    {
      title: 'Run the server',
      text: 'One process serves your app, its manifest, the wallets list, a bridge and sign-in.',
      code: SERVER_CODE,
      link: '/start/app',
      more: 'Host a mini app',
    },
  ],
  pathsTitle: 'Choose your task',
  figuresTitle: 'Compared with the alternatives',
  figuresLead:
    'The official bridge keeps messages in memory in all of these runs. Prichal keeps them in memory for throughput and stream memory, and in SQLite for the kill -9 row.',
  howMeasured: 'Machine, date and command of each figure',
  figures: {
    paint: {
      what: 'first paint of the mini app on a slow phone',
      other: '@tma.js with @tonconnect/ui-react',
    },
    requests: {
      what: 'requests to other hosts before a click',
      other: '@tma.js with @tonconnect/ui-react',
    },
    messages: {
      what: 'bridge messages per second on one core',
      other: 'official bridge',
    },
    stream: {
      what: 'of memory per idle stream',
      other: 'official bridge',
    },
    kept: {
      what: 'of 10,060 acknowledged messages kept after kill -9',
      other: 'official bridge, in memory',
    },
    proofs: {
      what: 'ton_proof checks per second on one core',
      other: 'Node with @ton/core and tweetnacl',
    },
  },
  partsTitle: 'What you get',
  parts: [
    {
      title: 'Widget',
      text: 'A connect button and wallet dialog for React and plain JavaScript: ten languages, themes, full keyboard support.',
      link: '/widget/',
    },
    {
      title: 'Bridge',
      text: 'A TON Connect bridge that stores messages in SQLite, Valkey or memory, with rate limits, metrics and alerts.',
      link: '/start/bridge',
    },
    {
      title: 'Sign-in',
      text: 'Telegram init data and wallet proofs become standard JWTs that any backend can verify with public keys.',
      link: '/start/sign-in',
    },
    {
      title: 'Hosting',
      text: 'Your app, the manifest and the wallets list from one origin, with TLS and a strict Content-Security-Policy.',
      link: '/start/app',
    },
  ],
};

export const ru: FrontWords = {
  title: 'Подключите кошельки TON к мини\u2011приложению на своём сервере',
  lead: 'Причал заменяет @tonconnect/ui-react и официальный мост TON Connect и добавляет вход для вашего API. Можно взять только виджет, только сервер или всё вместе.',
  start: 'Начать',
  build: 'Конструктор виджета',
  install: 'Установка виджета',
  installNote: 'Предварительная версия: в npm пакетов пока нет.',
  installLink: 'Сначала соберите их из исходников',
  tryIt: 'Попробуйте.',
  tryHint:
    'Кнопка — настоящий виджет в цветах этого сайта. До нажатия страница не отправляет запросов на чужие домены.',
  picture: 'Окно выбора кошелька: QR-код, кнопка для копирования ссылки и кошельки на выбор',
  noScript: 'Для кнопки нужен JavaScript.',
  examples: [
    {
      title: 'Замените виджет',
      text: 'API и ключи хранилища те же: подключённые пользователи останутся подключёнными.',
      code: WIDGET_CODE,
      link: '/start/widget',
      more: 'Как заменить виджет',
    },
    {
      title: 'Запустите сервер',
      text: 'Один процесс раздаёт приложение, манифест и список кошельков, держит мост и вход.',
      code: SERVER_CODE,
      link: '/start/app',
      more: 'Как разместить приложение',
    },
  ],
  pathsTitle: 'Выберите задачу',
  figuresTitle: 'Сравнение с другими решениями',
  figuresLead:
    'Официальный мост во всех измерениях хранит сообщения в памяти. Причал хранит их в памяти в измерениях скорости и памяти на поток, в SQLite — в измерении с kill -9.',
  howMeasured: 'Машина, дата и команда для каждой цифры',
  figures: {
    paint: {
      what: 'до первой отрисовки мини-приложения на медленном телефоне',
      other: '@tma.js и @tonconnect/ui-react',
    },
    requests: {
      what: 'запросов на чужие домены до нажатия',
      other: '@tma.js и @tonconnect/ui-react',
    },
    messages: {
      what: 'сообщений в секунду через мост на одном ядре',
      other: 'официальный мост',
    },
    stream: {
      what: 'памяти на простаивающий поток',
      other: 'официальный мост',
    },
    kept: {
      what: 'из 10 060 подтверждённых сообщений сохранились после kill -9',
      other: 'официальный мост, в памяти',
    },
    proofs: {
      what: 'проверок ton_proof в секунду на одном ядре',
      other: 'Node с @ton/core и tweetnacl',
    },
  },
  partsTitle: 'Состав',
  parts: [
    {
      title: 'Виджет',
      text: 'Кнопка и окно выбора кошелька для React и обычного JavaScript: десять языков, темы, управление с клавиатуры.',
      link: '/widget/',
    },
    {
      title: 'Мост',
      text: 'Мост TON Connect с хранением сообщений в SQLite, Valkey или памяти, ограничениями частоты запросов, метриками и оповещениями.',
      link: '/start/bridge',
    },
    {
      title: 'Вход',
      text: 'Init data Telegram и подписи кошельков превращаются в обычные JWT, которые любой бэкенд проверяет по публичным ключам.',
      link: '/start/sign-in',
    },
    {
      title: 'Хостинг',
      text: 'Приложение, манифест и список кошельков с одного домена, с TLS и строгой политикой Content-Security-Policy.',
      link: '/start/app',
    },
  ],
};
