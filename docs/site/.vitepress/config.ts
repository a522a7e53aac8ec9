/* Configuration of the documentation site. `npm run build --workspace docs/site` builds it into build/site. */
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type DefaultTheme, defineConfigWithTheme } from 'vitepress';
import { hydrationInPieces } from './hydration.ts';
import { blockNames } from './markdown/block-names.ts';
import { classesForStyles, codeTheme } from './markdown/highlight.ts';
import { inlineCode } from './markdown/inline-code.ts';
import { pictures } from './markdown/pictures.ts';
import { tables } from './markdown/tables.ts';
import { type NavigationWords, navigationOf } from './navigation.ts';
import { drawnFirst } from './output/drawn-first.ts';
import { finishBuild } from './output/finish.ts';
import { withStaticNotFound } from './output/not-found.ts';
import { withoutStyleAttributes } from './output/style-attributes.ts';
import { project, version } from './project.ts';
import { indexOptions } from './search/options.ts';
import { renderForSearch, sectionsOfPage } from './search/sections.ts';

type SiteTheme = DefaultTheme.Config & { version?: string };

const root = resolve(import.meta.dirname, '..');

/** Title of the theme switch in the light theme. */
const switchTitles = { en: 'Switch to dark theme', ru: 'Тёмная тема' };

const barWords: Record<'en' | 'ru', NavigationWords> = {
  en: { more: 'More', help: 'Help', groups: { recipes: 'Recipes' }, source: 'Source code' },
  ru: { more: 'Ещё', help: 'Помощь', groups: { recipes: 'Рецепты' }, source: 'Исходный код' },
};

const { repositoryUrl } = project;
const editPattern = `${repositoryUrl}/edit/main/docs/site/:path`;

/** Link to a page's source. None until config/project.json has the repository. */
const editLink = (text: string): Pick<DefaultTheme.Config, 'editLink'> =>
  repositoryUrl === undefined ? {} : { editLink: { pattern: editPattern, text } };

/** Licence, version and repository. Pages with a side bar have no footer. */
const footer = (
  base: string,
  words: { licence: string; version: string; source: string; noSource: string },
): Pick<DefaultTheme.Config, 'footer'> => {
  const licence =
    repositoryUrl === undefined
      ? 'Apache-2.0'
      : `<a href="${repositoryUrl}/blob/main/LICENSE">Apache-2.0</a>`;
  const source =
    repositoryUrl === undefined ? words.noSource : `<a href="${repositoryUrl}">${words.source}</a>`;
  const changelog = `<a href="${base}changelog">${words.version} ${version}</a>`;
  return { footer: { message: [`${words.licence} ${licence}`, changelog, source].join(' · ') } };
};

const lastUpdated = (text: string): Pick<DefaultTheme.Config, 'lastUpdated'> => ({
  lastUpdated: { text, formatOptions: { dateStyle: 'long', forceLocale: true } },
});

const searchOptions: DefaultTheme.LocalSearchOptions = {
  _render: renderForSearch,
  locales: { ru: { translations: { button: { buttonText: 'Поиск', buttonAriaLabel: 'Поиск' } } } },
};
// VitePress sends enumerable functions to pages as text, and the Content-Security-Policy forbids `new Function`.
Object.defineProperty(searchOptions, 'miniSearch', {
  value: { options: indexOptions, _splitIntoSections: sectionsOfPage },
});

const russian: DefaultTheme.Config = {
  ...footer('/ru/', {
    licence: 'Лицензия',
    version: 'Предварительная версия',
    source: 'Исходный код',
    noSource: 'Репозиторий ещё не опубликован',
  }),
  ...editLink('Изменить эту страницу'),
  ...lastUpdated('Обновлено'),
  outline: { label: 'На этой странице', level: [2, 3] },
  docFooter: { prev: 'Назад', next: 'Дальше' },
  darkModeSwitchLabel: 'Тема',
  lightModeSwitchTitle: 'Светлая тема',
  darkModeSwitchTitle: switchTitles.ru,
  sidebarMenuLabel: 'Страницы',
  returnToTopLabel: 'Наверх',
  langMenuLabel: 'Язык',
  skipToContentLabel: 'К содержанию',
};

export default defineConfigWithTheme<SiteTheme>({
  title: 'Prichal',
  outDir: resolve(root, '../../build/site'),
  cacheDir: resolve(root, '../../build/site-cache'),
  srcExclude: ['README.md'],
  cleanUrls: true,
  // The search index keeps the order of indexing. One page at a time, it is the same in each build.
  buildConcurrency: 1,
  lastUpdated: true,
  ...(project.siteUrl === undefined ? {} : { sitemap: { hostname: project.siteUrl } }),
  // VitePress disables transitions with a style element, which the Content-Security-Policy blocks.
  appearance: { disableTransition: false },
  // One file instead of an inline script on each page.
  metaChunk: true,
  head: [['link', { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' }]],
  markdown: {
    theme: codeTheme,
    languageAlias: { caddyfile: 'nginx', conf: 'ini', mjs: 'js' },
    codeTransformers: [classesForStyles],
    config: (markdown) => markdown.use(tables).use(inlineCode).use(blockNames).use(pictures),
  },
  transformHead: ({ page }) => [
    ['link', { rel: 'alternate', type: 'text/markdown', href: `/${page}` }],
  ],
  transformHtml: (html, file, { page }) =>
    drawnFirst(
      withoutStyleAttributes(page === '404.md' ? withStaticNotFound(html) : html, file),
      page.startsWith('ru/') ? switchTitles.ru : switchTitles.en,
    ),
  buildEnd: finishBuild,
  themeConfig: {
    version,
    outline: { level: [2, 3] },
    darkModeSwitchTitle: switchTitles.en,
    search: { provider: 'local', options: searchOptions },
  },
  locales: {
    root: {
      label: 'English',
      lang: 'en',
      description:
        'Connect TON wallets in your Telegram mini app, on your own server: widget, bridge, sign-in and hosting',
      themeConfig: {
        ...footer('/', {
          licence: 'Licence',
          version: 'Pre-release',
          source: 'Source code',
          noSource: 'The repository is not published yet',
        }),
        ...editLink('Edit this page'),
        ...lastUpdated('Last updated'),
        ...navigationOf(root, '/', barWords.en, repositoryUrl),
      },
    },
    ru: {
      label: 'Русский',
      lang: 'ru',
      description:
        'Кошельки TON в мини-приложении Telegram на вашем сервере: виджет, мост, вход и хостинг',
      themeConfig: {
        ...russian,
        ...navigationOf(resolve(root, 'ru'), '/ru/', barWords.ru, repositoryUrl),
      },
    },
  },
  vite: {
    plugins: [hydrationInPieces()],
    resolve: {
      // The packages as npm publishes them, so that pages run the code that users get.
      conditions: [],
      alias: {
        './VPLocalSearchBox.vue': fileURLToPath(
          new URL('./theme/search/SearchBox.vue', import.meta.url),
        ),
      },
    },
    esbuild: { jsx: 'automatic' },
    build: { target: ['chrome106', 'safari15.4', 'firefox115'], assetsInlineLimit: 0 },
  },
});
