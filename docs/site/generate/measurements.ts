/* How everything is measured, and the figures: pages of docs/, as they are. */
import { type GeneratedPage, read } from './page.ts';
import { fromRepository } from './repository-pages.ts';

export function measurementPages(): GeneratedPage[] {
  const page = (
    name: string,
    title: string,
    description: string,
    order: number,
  ): GeneratedPage => ({
    path: `measurements/${name}.md`,
    language: 'en',
    title,
    description,
    order,
    body: fromRepository(read(`docs/${name}.md`), `docs/${name}.md`),
  });
  const index = { path: 'measurements/index.md', order: 80 };
  return [
    {
      ...index,
      language: 'en',
      title: 'Measurements',
      nav: 'Measurements',
      description: 'What is measured, by which command, and what has to hold',
      body: 'Each figure of this site comes from a program in the repository that anybody can run. The bars that are missed stand there as well.\n\n- [The bridge, the site and sign-in](./benchmarks): beside the official bridge, nginx and Node\n- [The mini app and the widget](./performance): beside `@tonconnect/ui-react` and a mini app of its makers',
    },
    {
      ...index,
      language: 'ru',
      title: 'Измерения',
      nav: 'Измерения',
      description: 'Что измеряется, какой командой и что должно выполняться',
      body: 'Каждая цифра этого сайта получена программой из репозитория, которую может запустить любой. Планки, которых мы не достигли, названы там же. Обе страницы — по-английски.\n\n- [Мост, сайт и вход](/measurements/benchmarks): рядом с официальным мостом, nginx и Node\n- [Мини-приложение и виджет](/measurements/performance): рядом с `@tonconnect/ui-react` и приложением на нём',
    },
    page(
      'benchmarks',
      'Benchmarks of the server',
      'The bridge, the site and sign-in, measured beside others',
      1,
    ),
    page(
      'performance',
      'Performance of the mini app and the widget',
      'First paint, blocking time and bytes, beside the peer',
      2,
    ),
  ];
}
