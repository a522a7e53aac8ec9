/* How everything is measured, and the figures: pages of docs/, as they are. */
import { type GeneratedPage, LANGUAGES, read } from './page.ts';
import { fromRepository } from './repository-pages.ts';

const PAGES = [
  {
    name: 'benchmarks',
    en: ['Benchmarks of the server', 'The bridge, the site and sign-in, measured beside others'],
    ru: ['Измерения сервера', 'Мост, сайт и вход рядом с другими'],
  },
  {
    name: 'performance',
    en: [
      'Performance of the mini app and the widget',
      'First paint, blocking time and bytes, beside the peer',
    ],
    ru: [
      'Скорость мини-приложения и виджета',
      'Первая отрисовка, занятость и байты рядом с другими',
    ],
  },
] as const;

const WORDS = {
  en: {
    title: 'Measurements',
    description: 'What is measured, by which command, and what has to hold',
    lead: 'Each figure of this site comes from a program in the repository that anybody can run. The bars that are missed stand there as well.',
    english: '',
  },
  ru: {
    title: 'Измерения',
    description: 'Что измеряется, какой командой и что должно выполняться',
    lead: 'Каждая цифра этого сайта получена программой из репозитория, которую может запустить любой. Планки, которых мы не достигли, названы там же.',
    english: 'Эта страница — по-английски, как в репозитории.\n\n',
  },
};

export function measurementPages(): GeneratedPage[] {
  return LANGUAGES.flatMap((language): GeneratedPage[] => {
    const { lead, english, ...words } = WORDS[language];
    const list = PAGES.map(
      (page) => `- [${page[language][0]}](./${page.name}): ${page[language][1]}`,
    );
    return [
      {
        path: 'measurements/index.md',
        language,
        order: 80,
        nav: words.title,
        ...words,
        body: `${lead}\n\n${list.join('\n')}`,
      },
      ...PAGES.map(
        (page, at): GeneratedPage => ({
          path: `measurements/${page.name}.md`,
          language,
          title: page[language][0],
          description: page[language][1],
          order: at + 1,
          body:
            english +
            fromRepository(
              read(`docs/internals/${page.name}.md`),
              `docs/internals/${page.name}.md`,
              language,
            ),
        }),
      ),
    ];
  });
}
