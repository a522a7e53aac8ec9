/*
 * How the search cuts text into terms and ranks pages. The build makes the index with `indexOptions`; the search
 * dialog reads it with the same options and asks it with `find`.
 */
import type MiniSearch from 'minisearch';
import type { Options, SearchOptions, SearchResult } from 'minisearch';
import { stemEnglish, stemRussian } from './stem.ts';

/** One section of a page: its own heading, the headings above it and its text. */
export interface Section {
  /** Address of the section: `/operations/backup#restore`. */
  id: string;
  title: string;
  titles: string[];
  text: string;
}

export type FoundSection = SearchResult & Section;

const STOP_WORDS = new Set(
  `a an and are as at be by can do does for from how i if in is it its my no not of on or our so that the then
  there this to was we what when where which who why will with you your
  а без бы в вам вас ваш во все вы где для до его ее если есть же за и из или их к как какой ко когда кто ли мне мой
  мы на над не него нет но о об от по под почему при с со так то у чем что чтобы это этот я`.split(
    /\s+/,
  ),
);

/** Words of users, and the words of the pages. */
const SYNONYMS: readonly (readonly [RegExp, string])[] = [
  [/\b(?:is |does )?not work(?:ing)?\b|\bbroken\b/, 'troubleshooting'],
  [/не работает|сломал\S*/, 'решение проблем'],
  [/\b(?:auth|login|signin)\b/, 'sign-in'],
  [/логин|авторизаци\S*/, 'вход'],
  [/\bpostgres(?:ql)?\b|\bdatabase\b/, 'storage'],
  [/\b(?:i18n|localization|translation)\b/, 'language'],
  [/\btheming\b/, 'theme'],
  [/\bcolors?\b/, 'colour'],
];

/** Splits at spaces and punctuation. Adds `signin` to `sign-in`, and `connect`, `button` to `connectButton`. */
export function tokenize(text: string): string[] {
  const words = text.match(/[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)*/gu) ?? [];
  return words.flatMap((word) => {
    const parts = word.split('-');
    const humps = parts.flatMap((part) => part.replaceAll(/([a-z])([A-Z])/g, '$1 $2').split(' '));
    return [...new Set([parts.join(''), ...parts, ...humps])];
  });
}

/** The stem of a word, or null for a word without meaning of its own. */
export function termOf(word: string): string | null {
  const lower = word.toLowerCase().replaceAll('ё', 'е');
  if (STOP_WORDS.has(lower)) return null;
  if (/^[а-я]+$/.test(lower)) return stemRussian(lower);
  return /^[a-z]+$/.test(lower) ? stemEnglish(lower) : lower;
}

export const indexOptions: Options<Section> = {
  fields: ['title', 'titles', 'text'],
  storeFields: ['title', 'titles', 'text'],
  tokenize,
  processTerm: termOf,
};

/** Last sections of every guide. Their headings say nothing about the page. */
const COMMON_HEADINGS = new Set([
  'Verify it works',
  'If it does not',
  'Проверьте',
  'Если не работает',
]);

/** Pages come before their sections, guides before the reference. */
function weightOf(id: string, _term: string, stored?: Record<string, unknown>): number {
  const page = id.includes('#') ? 1 : 2;
  const isCommon = COMMON_HEADINGS.has(String(stored?.title));
  const isReference = /^\/(ru\/)?reference\//.test(id);
  return page * (isCommon ? 0.2 : 1) * (isReference ? 0.5 : 1);
}

const searchOptions: SearchOptions = {
  boost: { title: 6, titles: 2, text: 1 },
  boostDocument: weightOf,
  prefix: (term) => term.length > 2,
  // One wrong letter in a long word. Short words differ by one letter from other words: "lost", "post".
  fuzzy: (term) => (term.length > 6 ? 1 : false),
  weights: { prefix: 0.3, fuzzy: 0.1 },
};

const MOST_RESULTS = 12;
const MOST_PER_PAGE = 2;

/** Sections for a question, the best first. A section with all words of the question is worth the most. */
export function find(index: MiniSearch<Section>, question: string): FoundSection[] {
  const known = SYNONYMS.reduce(
    (text, [pattern, words]) => text.replace(pattern, words),
    question.toLowerCase(),
  );
  const terms = new Set(tokenize(known).flatMap((word) => termOf(word) ?? []));
  const worth = ({ score, queryTerms }: SearchResult): number =>
    score * (new Set(queryTerms).size / terms.size) ** 2;
  const perPage = new Map<string, number>();
  return (index.search(known, searchOptions) as FoundSection[])
    .sort((one, other) => worth(other) - worth(one))
    .filter(({ id }) => {
      const page = id.replace(/#.*/, '');
      const count = (perPage.get(page) ?? 0) + 1;
      perPage.set(page, count);
      return count <= MOST_PER_PAGE;
    })
    .slice(0, MOST_RESULTS);
}
