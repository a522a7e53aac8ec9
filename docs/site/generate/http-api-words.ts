/* Words of the pages of the HTTP API, and the texts above their operations. */
import { parse } from 'yaml';
import { type Language, read } from './page.ts';

/** Texts above the operations of a page, and the page of webhooks. */
export const TEXTS = parse(read('docs/site/generate/texts/http-api.yaml')) as Record<
  string,
  Record<Language, string>
>;

export const WORDS = {
  en: {
    title: 'HTTP API',
    description: 'Every request and response of the server, its events and webhooks',
    tags: {
      site: 'Site',
      bridge: 'Bridge',
      'sign-in': 'Sign-in',
      operator: 'Admin listener',
      stand: 'Sandbox',
    },
    operations: ['Request', 'Description'],
    parameters: ['Parameter', 'Description', 'In', 'Type'],
    answers: ['Status', 'Meaning', 'Body'],
    members: ['Field', 'Description', 'Type'],
    places: { query: 'query', header: 'header', path: 'path' },
    required: 'Required.',
    body: 'Request body',
    answer: 'Response body',
    same: (operation: string) => `as for ${operation}.`,
    data: 'Content of `data`',
    example: 'Example',
    only: (condition: string) => `This path exists only if ${condition}.`,
    anyMethod: 'Every method gets the same response.',
    authentication: 'Authentication',
    optional: 'optional',
    credentials: {
      bearer: 'access token',
      dpop: 'access token with DPoP',
      cookie: 'session cookie',
      initData: 'init data',
      clientSecret: 'introspection secret as Bearer',
      clientBasic: 'introspection secret as Basic',
    },
    listOf: (type: string) => `list of ${type}`,
    or: ' or ',
    types: {} as Record<string, string>,
    events: ['Events of the bridge', 'Events of `GET /bridge/events`'],
    webhooks: [
      'Webhooks and audit log',
      'Posts to your endpoints about messages and sign-in events',
    ],
  },
  ru: {
    title: 'HTTP API',
    description: 'Все запросы и ответы сервера, события и вебхуки',
    tags: {
      site: 'Сайт',
      bridge: 'Мост',
      'sign-in': 'Вход',
      operator: 'Служебный адрес',
      stand: 'Песочница',
    },
    operations: ['Запрос', 'Описание'],
    parameters: ['Параметр', 'Описание', 'Где', 'Тип'],
    answers: ['Статус', 'Значение', 'Тело'],
    members: ['Поле', 'Описание', 'Тип'],
    places: { query: 'запрос', header: 'заголовок', path: 'путь' },
    required: 'Обязателен.',
    body: 'Тело запроса',
    answer: 'Тело ответа',
    same: (operation: string) => `как у ${operation}.`,
    data: 'Содержимое `data`',
    example: 'Пример',
    only: (condition: string) => `Этот путь есть, только если ${condition}.`,
    anyMethod: 'Ответ одинаков для всех методов.',
    authentication: 'Аутентификация',
    optional: 'необязательна',
    credentials: {
      bearer: 'access-токен',
      dpop: 'access-токен с DPoP',
      cookie: 'cookie сессии',
      initData: 'init data',
      clientSecret: 'секрет интроспекции как Bearer',
      clientBasic: 'секрет интроспекции как Basic',
    },
    listOf: (type: string) => `список: ${type}`,
    or: ' или ',
    types: {
      string: 'строка',
      integer: 'целое число',
      boolean: 'логическое',
      object: 'объект',
      array: 'список',
      null: 'null',
    } as Record<string, string>,
    events: ['События моста', 'События `GET /bridge/events`'],
    webhooks: ['Вебхуки и журнал аудита', 'Запросы к вашим адресам о сообщениях и событиях входа'],
  },
};

export type Words = (typeof WORDS)['en'];
