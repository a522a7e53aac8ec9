/**
 * Sources of the texts in the documentation's pictures. `npm run pictures` records the source of each
 * text, and script/checks/pictures.test.mjs checks that the source still has it.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');

/** Files with the texts of the mini app and the wallet dialog. */
const APP = [
  'app/public/words/*.json',
  'connect/src/words/dictionaries/*.ts',
  'config/prichal.toml',
  'sdk/src/wallets/fallback-list.ts',
  'dev-wallet/src/*.ts',
];
/** Files with the texts of the sandbox and its gallery. */
const SANDBOX = ['stand/src/*.tsx', 'stand/src/*.ts'];

/** Texts without a source: the letter in place of an icon, numbers, an address. */
export const DATA = /^(?:\p{Lu}|[\d.:]+|[\w-]{48})$/u;

/** Removes the differences between a source and its rendering: entities, line breaks, break hints. */
export const plain = (text: string): string =>
  text
    .replaceAll('&apos;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replaceAll(/&nbsp;|\\u00a0/g, ' ')
    .replaceAll(/[\u00ad\u200b]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
const PARAMETER = /\$\{[^}]*\}|\{\}/;

const contents = new Map<string, string>();
function contentOf(source: string): string {
  let content = contents.get(source);
  if (content === undefined) {
    content = plain(readFileSync(resolve(root, source), 'utf8'));
    contents.set(source, content);
  }
  return content;
}

/** Returns whether a file has the words as a whole literal or a whole text of JSX. */
export function has(source: string, words: string): boolean {
  return new RegExp(`[>'"\`}] ?${escaped(words)} ?[<'"\`{]`).test(contentOf(source));
}

/** Returns the literals with parameters that make the text. */
function* templatesOf(source: string, text: string) {
  for (const [, template, json] of contentOf(source).matchAll(/`([^`]*)`|"([^"]*)"/g)) {
    const words = template ?? json ?? '';
    const fixed = words.split(PARAMETER);
    // The fixed parts must be words, or any text would match.
    if (fixed.length < 2 || !/\p{L}{2}/u.test(fixed.join(''))) continue;
    if (new RegExp(`^${fixed.map(escaped).join('.+')}$`).test(text))
      yield { words, source, weight: fixed.join('').length };
  }
}

function filesOf(patterns: readonly string[]): string[] {
  const git = ['ls-files', '--cached', '--others', '--exclude-standard', '--', ...patterns];
  return execFileSync('git', git, { cwd: root, encoding: 'utf8' })
    .trim()
    .split('\n')
    .filter((file) => !file.includes('.test.'));
}

const ordered = {
  app: [...APP, ...SANDBOX].flatMap((one) => filesOf([one])),
  sandbox: [...SANDBOX, ...APP].flatMap((one) => filesOf([one])),
};

/** A text as its source has it, with its parameters: `Open ${name}`. */
interface Found {
  words: string;
  /** Path in the repository. Undefined if there is no source, as for {@link DATA}. */
  source?: string;
}

/**
 * Finds the source of a text.
 *
 * @param part the part of the picture that shows it, whose files come first.
 */
export function sourceOf(text: string, part: keyof typeof ordered): Found {
  if (DATA.test(text)) return { words: text };
  const files = ordered[part];
  const source = files.find((file) => has(file, text));
  if (source !== undefined) return { words: text, source };
  const [best] = files
    .flatMap((file) => [...templatesOf(file, text)])
    .sort((one, other) => other.weight - one.weight);
  return best ?? { words: text };
}
