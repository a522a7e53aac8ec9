/* Figures of the English measurements page, as one language writes them. */

const NO_BREAK_SPACE = '\u00a0';
/** The units of the tables, and how Russian writes them. */
const UNITS: Record<string, string> = {
  B: 'Б',
  kB: 'КБ',
  MB: 'МБ',
  µs: 'мкс',
  ms: 'мс',
  s: 'с',
};

export interface Figure {
  ours: string;
  other: string;
}

/** A number and its unit. Words after them say where or with what it was measured. */
const FIGURE = new RegExp(
  `^([\\d,.]+(?: (?:${Object.keys(UNITS).join('|')}))?)(?: (?:on|in) .*| \\(.*)?$`,
);

/** A number with its unit, without the words after it: `10,060 on disk` becomes `10,060`. */
const figureOf = (cell = ''): string => FIGURE.exec(cell)?.[1] ?? '';

/** @throws if no table has the row, or a cell has no figure in one of the units */
export function figureIn(text: string, row: string): Figure {
  const cells = text
    .split('\n')
    .find((line) => line.startsWith(`| ${row}`))
    ?.split('|')
    .map((cell) => cell.trim());
  const [ours, other] = [figureOf(cells?.[2]), figureOf(cells?.[3])];
  if (ours && other) return { ours, other };
  const units = Object.keys(UNITS).join(', ');
  throw new Error(
    `no table of the measurements has a row "${row}" with two figures in ${units} or without a unit`,
  );
}

/** `82,000` and `46.1 kB` become `82 000` and `46,1 КБ` in Russian. */
export function formatFigure(figure: string, language: 'en' | 'ru'): string {
  if (language === 'en') return figure.replaceAll(' ', NO_BREAK_SPACE);
  return figure
    .replaceAll(/(\d),(?=\d{3})/g, `$1${NO_BREAK_SPACE}`)
    .replaceAll(/(\d)\.(?=\d)/g, '$1,')
    .replaceAll(/ (\S+)$/g, (_all, unit: string) => NO_BREAK_SPACE + (UNITS[unit] ?? unit));
}
