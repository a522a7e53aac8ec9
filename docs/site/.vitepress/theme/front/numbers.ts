/* Figures of the English measurements page, as one language writes them. */

const NO_BREAK_SPACE = '\u00a0';
const RUSSIAN_UNITS: Record<string, string> = { B: 'Б', kB: 'КБ', MB: 'МБ', ms: 'мс', s: 'с' };

/** `82,000` and `46.1 kB` become `82 000` and `46,1 КБ` in Russian. */
export function formatFigure(figure: string, language: 'en' | 'ru'): string {
  if (language === 'en') return figure.replaceAll(' ', NO_BREAK_SPACE);
  return figure
    .replaceAll(/(\d),(?=\d{3})/g, `$1${NO_BREAK_SPACE}`)
    .replaceAll(/(\d)\.(?=\d)/g, '$1,')
    .replaceAll(
      / ([A-Za-z]+)$/g,
      (_all, unit: string) => NO_BREAK_SPACE + (RUSSIAN_UNITS[unit] ?? unit),
    );
}
