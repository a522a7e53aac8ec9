/* The error catalogue, from texts/errors.yaml. Each code is a heading, so that a link or a search finds it. */
import { globSync } from 'node:fs';
import { parse } from 'yaml';
import { escapeText, type GeneratedPage, LANGUAGES, type Language, read, root } from './page.ts';

const FILE = 'docs/site/generate/texts/errors.yaml';

type InBoth = Record<Language, string>;

interface Described extends Record<Language, { cause: string; fix: string }> {
  code: string;
  /** The anchor, if the code would not be unique. */
  id?: string;
  /** Class of the widget, status, or a name for an error that has only a status. */
  kind: string | number | InBoth;
}

interface Part {
  id: string;
  title: InBoth;
  lead: InBoth;
  groups: { id: string; title: InBoth; errors: Described[] }[];
}

const WORDS = {
  en: {
    title: 'Errors',
    description: 'Every error code of the widget, the bridge and sign-in, with cause and fix',
    lead: 'Look up an error code here to find its cause and its fix. Codes are stable, so programs can rely on them.',
    fix: 'Fix',
  },
  ru: {
    title: 'Ошибки',
    description: 'Все коды ошибок виджета, моста и входа: причина и решение',
    lead: 'На этой странице для каждого кода ошибки указаны причина и решение. Коды постоянны, программы могут на них опираться.',
    fix: 'Решение',
  },
};

const partsOf = (): Part[] => parse(read(FILE)) as Part[];

const codesOf = (parts: readonly Part[], id: string): string[] =>
  parts
    .filter((part) => part.id === id)
    .flatMap(({ groups }) => groups.flatMap(({ errors }) => errors.map(({ code }) => code)));

/** Codes of the widget's sources: those of its error classes, and those that it sets itself. */
function widgetCodes(): string[] {
  const classes = read('connect/src/core/errors/wallet-errors.ts');
  const own = globSync('connect/src/**/*.{ts,tsx}', { cwd: root })
    .filter((file) => !/\.test\.|\/testing\//.test(file))
    .flatMap((file) => [...read(file).matchAll(/\bcode: '([A-Z_]+)'/g)]);
  return [
    ...[...classes.matchAll(/^export class (\w+)Error\b/gm)].map(([, name = '']) =>
      name.replaceAll(/\B(?=[A-Z][a-z])/g, '_').toUpperCase(),
    ),
    ...own.map(([, code = '']) => code),
  ];
}

/** One line for each code that is not in the catalogue. */
function missing(parts: readonly Part[]): string[] {
  const { components } = parse(read('docs/api/openapi.yaml')) as {
    components: { schemas: { Code: { enum: string[] } } };
  };
  const lacks = (id: string, codes: readonly string[]): string[] => {
    const described = new Set(codesOf(parts, id));
    return codes
      .filter((code) => !described.has(code))
      .map((code) => `${FILE} lacks the code ${code} of ${id}`);
  };
  return [
    ...lacks('widget', [...new Set(widgetCodes())]),
    ...lacks('sign-in', components.schemas.Code.enum),
  ];
}

function errorText(error: Described, language: Language): string {
  const { cause, fix } = error[language];
  const kind = typeof error.kind === 'object' ? error.kind[language] : error.kind;
  const heading = /^\d/.test(error.code) ? `${error.code}: ${kind}` : `\`${error.code}\` (${kind})`;
  const anchor = error.id ?? error.code.toLowerCase();
  return `#### ${heading} {#${anchor}}\n\n${escapeText(cause)}\n\n**${WORDS[language].fix}:** ${escapeText(fix)}`;
}

export function errorsPages(): { pages: GeneratedPage[]; problems: string[] } {
  const parts = partsOf();
  const pages = LANGUAGES.map((language): GeneratedPage => {
    const { lead, title, description } = WORDS[language];
    const sections = parts.map((part) => {
      const groups = part.groups.map((group) =>
        [
          `### ${group.title[language]} {#${group.id}}`,
          ...group.errors.map((error) => errorText(error, language)),
        ].join('\n\n'),
      );
      return [`## ${part.title[language]} {#${part.id}}`, part.lead[language], ...groups].join(
        '\n\n',
      );
    });
    return {
      path: 'reference/errors.md',
      language,
      title,
      description,
      order: 2,
      body: [lead, ...sections].join('\n\n'),
    };
  });
  return { pages, problems: missing(parts) };
}
