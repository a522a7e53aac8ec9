/*
 * Every error that a program or a person can meet, with its cause and its cure. Causes are those of
 * docs/http-api.md and of the widget's README, which tests hold to the code; cures stand in texts/errors.yaml,
 * by the codes of the row.
 */
import { parse } from 'yaml';
import { rowsOf, sectionOf } from './markdown.ts';
import { cell, type GeneratedPage, LANGUAGES, read } from './page.ts';
import { fromRepository } from './repository-pages.ts';
import type { Translations } from './translations.ts';

const FILE = 'docs/site/generate/texts/errors.yaml';

interface Row {
  /** Codes in backticks, or a status. */
  code: string;
  /** What stands beside it: a class, a status, the body. */
  beside: string;
  cause: string;
}

interface Part {
  id: string;
  source: string;
  title: { en: string; ru: string };
  lead: { en: string; ru: string };
  rows: Row[];
}

type Cures = Record<string, Record<string, { en: string; ru: string }>>;

const WORDS = {
  en: {
    title: 'Errors',
    description: 'Every error of the server and of the widget, with its cause and its cure',
    lead: 'What went wrong, and what to do. Codes are stable: programs may branch on them.',
    cause: 'Cause',
    cure: 'Cure',
    status: 'Status',
  },
  ru: {
    title: 'Ошибки',
    description: 'Каждая ошибка сервера и виджета: причина и что делать',
    lead: 'Что случилось и что делать. Коды постоянны: программы могут на них опираться.',
    cause: 'Причина',
    cure: 'Что делать',
    status: 'Статус',
  },
};

function partsOf(): Part[] {
  const api = read('docs/http-api.md');
  const readme = read('connect/README.md');
  const signIn = rowsOf(sectionOf(api, 3, 'Codes of sign-in').lines).map(
    ([code = '', status = '', cause = '']): Row => ({ code, beside: status, cause }),
  );
  const bridge = rowsOf(sectionOf(api, 2, 'The bridge').lines)
    .filter(([status = '']) => /^\d{3}(, \d{3})*$/.test(status) && status !== '200')
    .map((row): Row => {
      const [status = '', second = '', third] = row;
      const message = /"message":"(.*?)","statusCode/.exec(second)?.[1]?.replaceAll('\\"', '"');
      return {
        code: message === undefined || third === undefined ? status : `${status}: ${message}`,
        beside: status,
        cause: third ?? second,
      };
    });
  let kind = '';
  const widget = rowsOf(sectionOf(readme, 2, 'Errors').lines).flatMap((row) => {
    const [name = '', code = '', cause = ''] = row;
    if (row.length !== 3 || !/^`[A-Z_]+`/.test(code)) return [];
    kind = name === '' ? kind : name;
    return [{ code, beside: kind, cause }];
  });
  return [
    {
      id: 'widget',
      source: 'connect/README.md',
      title: { en: 'The widget', ru: 'Виджет' },
      lead: {
        en: 'Of `@prichal/connect`: each has a `code` for programs, and `cause` with the original.',
        ru: 'Из `@prichal/connect`: у каждой есть `code` для программ и `cause` с исходной ошибкой.',
      },
      rows: widget,
    },
    {
      id: 'bridge',
      source: 'docs/http-api.md',
      title: { en: 'The bridge', ru: 'Мост' },
      lead: {
        en: 'Under `/bridge/`, and what is refused before anybody looks at the path: `{"message","statusCode"}`.',
        ru: 'Под `/bridge/` и то, чему отказано прежде, чем смотрят на путь: `{"message","statusCode"}`.',
      },
      rows: bridge,
    },
    {
      id: 'sign-in',
      source: 'docs/http-api.md',
      title: { en: 'Sign-in', ru: 'Вход' },
      lead: {
        en: 'Under `/auth/` and `/admin/auth/`: problems as RFC 9457 writes them, with a `code`. `prichal initdata check`, `proof check` and `token verify` say the same without a server.',
        ru: 'Под `/auth/` и `/admin/auth/`: по RFC 9457, с полем `code`. `prichal initdata check`, `proof check` и `token verify` говорят то же без сервера.',
      },
      rows: signIn,
    },
  ];
}

/** Codes in backticks, without them. */
const codesIn = (text: string): string[] =>
  [...text.matchAll(/`([^`]+)`/g)].map(([, code]) => code ?? '');

/** An address for each code, so that a log line can be looked up by hand. */
const anchors = (code: string): string =>
  codesIn(code)
    .map((each) => `<a id="${each.toLowerCase()}"></a>`)
    .join('');

/** Codes of the API's description that no row has. */
function checkCodes(parts: readonly Part[]): string[] {
  const described = (
    parse(read('docs/api/openapi.yaml')) as {
      components: { schemas: { Code: { enum: string[] } } };
    }
  ).components.schemas.Code.enum;
  const told = new Set(parts.flatMap(({ rows }) => rows.flatMap(({ code }) => codesIn(code))));
  return described
    .filter((code) => !told.has(code))
    .map(
      (code) =>
        `docs/api/openapi.yaml has the code ${code}, which docs/http-api.md does not explain`,
    );
}

export function errorsPages(translations: Translations): {
  pages: GeneratedPage[];
  problems: string[];
} {
  const parts = partsOf();
  const cures = parse(read(FILE)) as Cures;
  const problems = checkCodes(parts);
  const used = new Set<string>();
  const cureOf = (part: Part, row: Row, language: 'en' | 'ru'): string => {
    const cure = cures[part.id]?.[row.code.replaceAll('`', '')]?.[language];
    if (cure === undefined)
      problems.push(`${FILE} lacks the cure of ${part.id}: ${row.code} (${language})`);
    used.add(`${part.id}: ${row.code.replaceAll('`', '')}`);
    return cure ?? '';
  };
  const pages = LANGUAGES.map((language): GeneratedPage => {
    const words = WORDS[language];
    const sections = parts.map((part) => {
      const rows = part.rows.map((row) => {
        const cause = fromRepository(
          language === 'en' || row.cause === '' ? row.cause : translations.of(row.cause),
          part.source,
          language,
        );
        const beside =
          row.beside === '' || row.code.startsWith(row.beside)
            ? ''
            : ` <small>${cell(row.beside)}</small>`;
        const cured = cell(cureOf(part, row, language));
        return `${anchors(row.code)}**${cell(row.code)}**${beside}\n\n${
          cause === '' ? '' : `${words.cause}: ${cell(cause)}.  \n`
        }${words.cure}: ${cured}\n`;
      });
      return `## ${part.title[language]} {#${part.id}}\n\n${part.lead[language]}\n\n${rows.join('\n')}`;
    });
    return {
      path: 'reference/errors.md',
      language,
      title: words.title,
      description: words.description,
      order: 2,
      body: `${words.lead}\n\n${sections.join('\n\n')}`,
    };
  });
  for (const [part, rows] of Object.entries(cures)) {
    for (const code of Object.keys(rows)) {
      if (!used.has(`${part}: ${code}`))
        problems.push(`${FILE} has the cure of what is no more: ${part}: ${code}`);
    }
  }
  return { pages, problems: [...new Set(problems)] };
}
