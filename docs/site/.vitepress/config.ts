/* The documentation's site: `npm run build --workspace docs/site` writes it into build/site. */
import { resolve } from 'node:path';
import { type DefaultTheme, defineConfig } from 'vitepress';
import { hydrationInPieces } from './hydration.ts';
import { blockNames } from './markdown/block-names.ts';
import { classesForStyles, codeTheme } from './markdown/highlight.ts';
import { tables } from './markdown/tables.ts';
import { navigationOf } from './navigation.ts';
import { drawnFirst } from './output/drawn-first.ts';
import { finishBuild } from './output/finish.ts';
import { withoutStyleAttributes } from './output/style-attributes.ts';

const root = resolve(import.meta.dirname, '..');

/** What the switch of light and dark says in the light. */
const switchTitles = { en: 'Switch to dark theme', ru: 'Тёмная тема' };

const russian: DefaultTheme.Config = {
  outline: { label: 'На этой странице', level: [2, 3] },
  docFooter: { prev: 'Назад', next: 'Дальше' },
  darkModeSwitchLabel: 'Тема',
  lightModeSwitchTitle: 'Светлая тема',
  darkModeSwitchTitle: switchTitles.ru,
  sidebarMenuLabel: 'Страницы',
  returnToTopLabel: 'Наверх',
  langMenuLabel: 'Язык',
  skipToContentLabel: 'К содержанию',
  notFound: {
    title: 'Такой страницы нет',
    quote: 'Адрес изменился или написан с ошибкой.',
    linkText: 'На главную',
    linkLabel: 'На главную',
  },
};

const searchInRussian = {
  button: { buttonText: 'Поиск', buttonAriaLabel: 'Поиск' },
  modal: {
    displayDetails: 'Показать подробности',
    resetButtonTitle: 'Очистить',
    backButtonTitle: 'Закрыть поиск',
    noResultsText: 'Ничего не найдено:',
    footer: {
      selectText: 'открыть',
      selectKeyAriaLabel: 'Enter',
      navigateText: 'выбрать',
      navigateUpKeyAriaLabel: 'стрелка вверх',
      navigateDownKeyAriaLabel: 'стрелка вниз',
      closeText: 'закрыть',
      closeKeyAriaLabel: 'Escape',
    },
  },
};

export default defineConfig({
  title: 'Prichal',
  outDir: resolve(root, '../../build/site'),
  cacheDir: resolve(root, '../../build/site-cache'),
  srcExclude: ['README.md'],
  cleanUrls: true,
  // The style element that would keep colours from fading at a switch is nothing that our policy lets through.
  appearance: { disableTransition: false },
  // What every page would carry inline, as a file of its own.
  metaChunk: true,
  head: [['link', { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' }]],
  markdown: {
    theme: codeTheme,
    languageAlias: { conf: 'ini', mjs: 'js' },
    codeTransformers: [classesForStyles],
    config: (markdown) => markdown.use(tables).use(blockNames),
  },
  transformHead: ({ page }) => [
    ['link', { rel: 'alternate', type: 'text/markdown', href: `/${page}` }],
  ],
  transformHtml: (html, file, { page }) =>
    drawnFirst(
      withoutStyleAttributes(html, file),
      page.startsWith('ru/') ? switchTitles.ru : switchTitles.en,
    ),
  buildEnd: finishBuild,
  themeConfig: {
    outline: { level: [2, 3] },
    darkModeSwitchTitle: switchTitles.en,
    search: {
      provider: 'local',
      options: { locales: { ru: { translations: searchInRussian } } },
    },
  },
  locales: {
    root: {
      label: 'English',
      lang: 'en',
      description: 'Everything a Telegram mini app needs to let people connect a TON wallet',
      themeConfig: navigationOf(root, '/', 'More'),
    },
    ru: {
      label: 'Русский',
      lang: 'ru',
      description: 'Всё, чтобы в мини-приложении Telegram подключали кошелёк TON',
      themeConfig: { ...russian, ...navigationOf(resolve(root, 'ru'), '/ru/', 'Ещё') },
    },
  },
  vite: {
    plugins: [hydrationInPieces()],
    // Our packages as npm has them: what the pages show is what their readers get.
    resolve: { conditions: [] },
    esbuild: { jsx: 'automatic' },
    build: { target: ['chrome106', 'safari15.4', 'firefox115'], assetsInlineLimit: 0 },
  },
});
