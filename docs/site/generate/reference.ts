/* All generated pages, and what their sources lack. */
import { alertsPages } from './alerts.ts';
import { appearancePages } from './appearance.ts';
import { changelogPages } from './changelog.ts';
import { commandsPages } from './commands.ts';
import { configurationPages } from './configuration.ts';
import { errorsPages } from './errors.ts';
import { httpApiPages } from './http-api.ts';
import { metricsPages } from './metrics.ts';
import { packagesPages } from './packages.ts';
import { type GeneratedPage, LANGUAGES } from './page.ts';
import { Translations } from './translations.ts';

const WORDS = {
  en: {
    title: 'Reference',
    nav: 'Reference',
    description: 'Configuration, commands, HTTP API, errors, metrics, alerts and packages',
    lead: 'These pages are generated from the tables in the code and match this version of Prichal.',
  },
  ru: {
    title: 'Справочник',
    nav: 'Справочник',
    description: 'Настройки, команды, HTTP API, ошибки, метрики, алерты и пакеты',
    lead: 'Эти страницы собраны из таблиц в коде и соответствуют этой версии Prichal.',
  },
};

/** Reference pages that stand right below the section's index, or are the index of a group. */
const isListed = ({ path }: GeneratedPage): boolean =>
  /^reference\/(?:[\w-]+\.md|[\w-]+\/index\.md)$/.test(path);

/** The pages, and one line for each text that is missing or stale. */
export function generate(packages = true): { pages: GeneratedPage[]; problems: string[] } {
  const texts = Object.fromEntries(
    ['configuration', 'commands', 'http-api'].map((name) => [name, new Translations(name)]),
  ) as Record<'configuration' | 'commands' | 'http-api', Translations>;
  const errors = errorsPages();
  const appearance = appearancePages();
  const pages = [
    ...configurationPages(texts.configuration),
    ...errors.pages,
    ...metricsPages(),
    ...alertsPages(),
    ...appearance.pages,
    ...commandsPages(texts.commands, texts.configuration),
    ...httpApiPages(texts['http-api']),
    ...(packages ? packagesPages() : []),
    ...changelogPages(),
  ];
  const indexes = LANGUAGES.map((language): GeneratedPage => {
    const { lead, ...words } = WORDS[language];
    const list = pages
      .filter((page) => page.language === language && isListed(page))
      .map(
        ({ path, title, description }) =>
          `- [${title}](./${path.replace('reference/', '').replace(/index\.md$|\.md$/, '')}): ${description}`,
      );
    return {
      path: 'reference/index.md',
      language,
      order: 70,
      ...words,
      body: `${lead}\n\n${list.join('\n')}`,
    };
  });
  const problems = [
    ...errors.problems,
    ...appearance.problems,
    ...Object.values(texts).flatMap((each) => each.problems()),
  ];
  return { pages: [...indexes, ...pages], problems };
}
