/** Words of the page for unknown addresses. */
export const notFoundWords = {
  en: {
    title: 'Page not found',
    text: 'The address has changed or is mistyped. Search for the page, or start from one of these:',
    links: [
      ['/', 'Home'],
      ['/start/', 'Get started'],
      ['/troubleshooting', 'Troubleshooting'],
      ['/reference/', 'Reference'],
    ],
  },
  ru: {
    title: 'Страница не найдена',
    text: 'Адрес изменился или набран с ошибкой. Воспользуйтесь поиском или начните отсюда:',
    links: [
      ['/ru/', 'Главная'],
      ['/ru/start/', 'Начало работы'],
      ['/ru/troubleshooting', 'Решение проблем'],
      ['/ru/reference/', 'Справочник'],
    ],
  },
} as const;
