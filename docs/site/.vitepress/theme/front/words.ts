import type { Figures } from './figures.data.ts';

/** The front page's words in one language. */
export interface FrontWords {
  title: string;
  lead: string;
  start: string;
  build: string;
  tryIt: string;
  tryHint: string;
  noScript: string;
  pathsTitle: string;
  figuresTitle: string;
  figuresLead: string;
  howMeasured: string;
  beside: string;
  figures: Record<keyof Figures, { what: string; other: string; measured: string; unit?: string }>;
  partsTitle: string;
  parts: { title: string; text: string }[];
}

export const en: FrontWords = {
  title: 'Connect a TON wallet in a Telegram mini app',
  lead: 'One server binary, one React widget, one mini app that ships on them. One origin, a strict page, and every message on the disk before it is acknowledged.',
  start: 'Get started',
  build: 'Build your button',
  tryIt: 'The real widget',
  tryHint:
    'Press it: manifest, wallets and code come from this site. Nothing leaves it before you do.',
  noScript: 'The button needs JavaScript.',
  pathsTitle: 'Five minutes to something that works',
  figuresTitle: 'Measured, beside the others',
  figuresLead:
    'By programs in the repository, which you can run. Bars that we miss stand there too.',
  howMeasured: 'How it is measured',
  beside: 'beside',
  figures: {
    paint: {
      what: 'until the mini app paints on a slow phone',
      unit: 'ms',
      other: '@tma.js and @tonconnect/ui-react',
      measured: '/measurements/performance#the-start',
    },
    requests: {
      what: 'requests to other origins before a press',
      other: '@tma.js and @tonconnect/ui-react',
      measured: '/measurements/performance#the-start',
    },
    messages: {
      what: 'messages a second through the bridge, on one core',
      other: 'the official bridge',
      measured: '/measurements/benchmarks#figures',
    },
    stream: {
      what: 'of memory for an idle stream',
      other: 'the official bridge',
      measured: '/measurements/benchmarks#figures',
    },
    kept: {
      what: 'messages of 10,060 acknowledged that are there after kill -9',
      other: 'the official bridge',
      measured: '/measurements/benchmarks#figures',
    },
    proofs: {
      what: 'checks of ton_proof a second, on one core',
      other: 'Node with @ton/core and tweetnacl',
      measured: '/measurements/benchmarks#sign-in',
    },
  },
  partsTitle: 'What is in it',
  parts: [
    {
      title: 'The widget',
      text: 'A drop-in for @tonconnect/ui-react: one import changes. The button paints without the SDK, works by keyboard, from 320 px up, in ten languages.',
    },
    {
      title: 'The bridge',
      text: 'TON Connect’s bridge with messages in SQLite or Valkey, limits for guests, metrics, alerts, and the paths and variables of the official one.',
    },
    {
      title: 'Sign-in',
      text: 'Telegram’s init data and wallets’ proofs become a session that any back end can check: keys are published, tokens are standard.',
    },
    {
      title: 'The host',
      text: 'The mini app from memory with a policy computed from its bytes, the manifest and the wallets list from the same origin, TLS inside.',
    },
  ],
};

export const ru: FrontWords = {
  title: 'Кошелёк TON в мини-приложении Telegram',
  lead: 'Один сервер, один виджет для React и мини-приложение на них. Всё с одного адреса, со строгой политикой страницы; каждое сообщение на диске раньше, чем подтверждено.',
  start: 'Начать',
  build: 'Собрать кнопку',
  tryIt: 'Настоящий виджет',
  tryHint:
    'Нажмите: манифест, кошельки и код приходят с этого сайта. До нажатия за его пределы не уходит ничего.',
  noScript: 'Кнопке нужен JavaScript.',
  pathsTitle: 'Пять минут — и всё работает',
  figuresTitle: 'Измерено рядом с другими',
  figuresLead:
    'Программами из репозитория, которые можно запустить. Планки, которых мы не достигли, там тоже названы.',
  howMeasured: 'Как измерено',
  beside: 'рядом',
  figures: {
    paint: {
      what: 'до первой отрисовки мини-приложения на медленном телефоне',
      unit: 'мс',
      other: '@tma.js и @tonconnect/ui-react',
      measured: '/ru/measurements/performance#the-start',
    },
    requests: {
      what: 'запросов к чужим адресам до нажатия',
      other: '@tma.js и @tonconnect/ui-react',
      measured: '/ru/measurements/performance#the-start',
    },
    messages: {
      what: 'сообщений в секунду через мост на одном ядре',
      other: 'официальный мост',
      measured: '/ru/measurements/benchmarks#figures',
    },
    stream: {
      what: 'памяти на поток, который ждёт',
      other: 'официальный мост',
      measured: '/ru/measurements/benchmarks#figures',
    },
    kept: {
      what: 'сообщений из 10 060 подтверждённых на месте после kill -9',
      other: 'официальный мост',
      measured: '/ru/measurements/benchmarks#figures',
    },
    proofs: {
      what: 'проверок ton_proof в секунду на одном ядре',
      other: 'Node с @ton/core и tweetnacl',
      measured: '/ru/measurements/benchmarks#sign-in',
    },
  },
  partsTitle: 'Что внутри',
  parts: [
    {
      title: 'Виджет',
      text: 'Встаёт на место @tonconnect/ui-react: меняется один импорт. Кнопка появляется без SDK, работает с клавиатуры, от 320 px, на десяти языках.',
    },
    {
      title: 'Мост',
      text: 'Мост TON Connect: сообщения в SQLite или Valkey, границы для гостей, метрики и оповещения, пути и переменные официального.',
    },
    {
      title: 'Вход',
      text: 'Данные запуска Telegram и доказательства кошельков становятся сессией, которую проверит любой бэкенд: ключи опубликованы, токены стандартные.',
    },
    {
      title: 'Хостинг',
      text: 'Мини-приложение из памяти, с политикой, вычисленной по его байтам; манифест и список кошельков с того же адреса, TLS внутри.',
    },
  ],
};
