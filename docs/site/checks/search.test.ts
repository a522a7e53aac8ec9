/* Questions of users and the pages that answer them, asked of the search indexes in build/site. */
import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { resolve } from 'node:path';
import { test } from 'node:test';
import MiniSearch from 'minisearch';
import { find, indexOptions, type Section } from '../.vitepress/search/options.ts';

const build = resolve(import.meta.dirname, '../../../build/site');

async function indexOf(locale: 'root' | 'ru'): Promise<MiniSearch<Section>> {
  const [file] = globSync(`assets/chunks/@localSearchIndex${locale}.*.js`, { cwd: build });
  if (file === undefined) throw new Error(`${build}: no search index. Fix: run script/build site.`);
  const { default: json } = await import(resolve(build, file));
  return MiniSearch.loadJSON<Section>(json, indexOptions);
}

/** Questions, each with the pages of which one must be among the first three results. */
const QUESTIONS: Record<'root' | 'ru', [question: string, ...pages: string[]][]> = {
  root: [
    ['troubleshooting', '/troubleshooting'],
    ['production checklist', '/operations/'],
    ['install', '/start/', '/widget/'],
    ['replace tonconnect ui-react', '/start/widget', '/migration/ui-react', '/widget/'],
    ['run a bridge', '/start/bridge'],
    ['sign in with Telegram', '/start/sign-in', '/widget/sign-in', '/security/sign-in'],
    ['custom connect button', '/widget/custom-button'],
    ['change the theme colours', '/widget/themes', '/reference/appearance'],
    ['add a language', '/widget/languages'],
    ['content security policy', '/widget/csp'],
    ['widget hooks', '/widget/hooks'],
    ['test without a wallet', '/start/without-a-wallet', '/widget/testing'],
    ['choose a storage', '/operations/storage'],
    ['backup and restore', '/operations/backup'],
    ['can messages be lost', '/operations/failures', '/operations/storage', '/troubleshooting'],
    ['how many users per server', '/operations/sizing'],
    ['several instances valkey', '/operations/instances', '/operations/storage'],
    ['memory per stream', '/operations/sizing', '/measurements/'],
    ['upgrade without downtime', '/operations/upgrade'],
    ['nginx proxy', '/guide/recipes/proxies', '/operations/deployment'],
    ['verify a token in my backend', '/guide/recipes/back-ends', '/start/sign-in'],
    ['rate limit', '/security/', '/reference/configuration/bridge'],
    ['kubernetes', '/operations/deployment'],
    ['button does not work', '/troubleshooting'],
    ['bridge', '/start/bridge', '/migration/bridge'],
    ['sign in', '/start/sign-in', '/widget/sign-in', '/security/sign-in'],
  ],
  ru: [
    ['не работает кошелёк', '/ru/troubleshooting'],
    ['решение проблем', '/ru/troubleshooting'],
    ['установка', '/ru/start/', '/ru/widget/'],
    ['заменить ui-react', '/ru/start/widget', '/ru/migration/ui-react', '/ru/widget/'],
    ['запустить свой мост', '/ru/start/bridge'],
    ['вход через Telegram', '/ru/start/sign-in', '/ru/widget/sign-in', '/ru/security/sign-in'],
    ['своя кнопка', '/ru/widget/custom-button', '/ru/builder/'],
    ['цвета темы', '/ru/widget/themes', '/ru/reference/appearance'],
    ['языки виджета', '/ru/widget/languages'],
    ['политика CSP', '/ru/widget/csp'],
    ['хуки', '/ru/widget/hooks'],
    ['проверить без кошелька', '/ru/start/without-a-wallet', '/ru/widget/testing'],
    ['выбрать хранилище', '/ru/operations/storage'],
    ['резервная копия', '/ru/operations/backup'],
    ['бэкап базы', '/ru/operations/backup'],
    ['сколько пользователей выдержит сервер', '/ru/operations/sizing'],
    ['потеря сообщений', '/ru/operations/failures', '/ru/operations/storage'],
    ['несколько экземпляров', '/ru/operations/instances'],
    ['обновление версии', '/ru/operations/upgrade'],
    ['настройка nginx', '/ru/guide/recipes/proxies', '/ru/operations/deployment'],
    ['проверить токен на бэкенде', '/ru/guide/recipes/back-ends', '/ru/start/sign-in'],
    ['конструктор', '/ru/builder/'],
  ],
};

for (const locale of ['root', 'ru'] as const) {
  const index = await indexOf(locale);
  for (const [question, ...pages] of QUESTIONS[locale]) {
    test(`search "${question}" finds ${pages.join(' or ')}`, () => {
      const first = find(index, question)
        .slice(0, 3)
        .map(({ id }) => id.replace(/#.*/, ''));
      assert.ok(
        pages.some((page) => first.includes(page)),
        `found ${first.join(', ')}`,
      );
    });
  }
}

test('search "lost" does not match "POST"', async () => {
  const matches = find(await indexOf('root'), 'lost').flatMap(({ terms }) => terms);
  assert.ok(!matches.includes('post'));
});
