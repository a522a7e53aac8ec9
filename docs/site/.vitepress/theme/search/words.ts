/** Words of the search dialog in one language. */
export interface SearchWords {
  name: string;
  close: string;
  results: string;
  nothing: string;
}

export const en: SearchWords = {
  name: 'Search',
  close: 'Close',
  results: 'Results',
  nothing: 'No results. Try fewer words or the name of an option.',
};

export const ru: SearchWords = {
  name: 'Поиск',
  close: 'Закрыть',
  results: 'Найдено',
  nothing: 'Ничего не найдено. Попробуйте короче или введите имя параметра.',
};
