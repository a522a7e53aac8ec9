/*
 * Pages of docs/ that the site shows as they are, in English: the links in them lead to pages of this site
 * where there is one, else they are the file's name.
 */
import { posix } from 'node:path';
import { escapeText, type Language } from './page.ts';

/** Where the site has what stands in docs/. */
const ADDRESSES: Record<string, string> = {
  'docs/internals/benchmarks.md': '/measurements/benchmarks',
  'docs/internals/performance.md': '/measurements/performance',
  'docs/configuration.md': '/reference/configuration/',
  'docs/commands.md': '/reference/commands',
  'docs/http-api.md': '/reference/http-api/',
};

const LINK = /\[((?:[^\]`]|`[^`]*`)*)\]\(([^)\s]+)\)/g;

/** Sections of docs/http-api.md that have a page here. */
const SECTIONS: Record<string, string> = {
  '#codes-of-sign-in': '/reference/errors#sign-in',
  '#sign-in': '/reference/http-api/sign-in',
  '#the-bridge': '/reference/http-api/bridge',
  '#metrics': '/reference/metrics',
};

/** Pages that are shown whole, so that every anchor of theirs is here. */
const isWhole = (address: string): boolean =>
  address.startsWith('/measurements/') || address === '/reference/commands';

/** A link of a page in docs/, as this site has it. */
function link(words: string, target: string, from: string, language: Language): string {
  const prefix = language === 'ru' ? '/ru' : '';
  if (/^https?:/.test(target)) return `[${words}](${target})`;
  if (target.startsWith('#')) {
    if (isWhole(ADDRESSES[from] ?? '')) return `[${words}](${target})`;
    const section = SECTIONS[target];
    return section === undefined ? words : `[${words}](${prefix}${section})`;
  }
  const [path = '', anchor] = target.split('#');
  const file = posix.normalize(posix.join(posix.dirname(from), path));
  const address = ADDRESSES[file];
  if (address === undefined) return words.includes('`') ? words : `${words} (\`${file}\`)`;
  const section = file === 'docs/http-api.md' ? SECTIONS[`#${anchor}`] : undefined;
  if (section !== undefined) return `[${words}](${prefix}${section})`;
  const place = anchor !== undefined && isWhole(address) ? `#${anchor}` : '';
  // In Russian there is no more than a table of the commands.
  const known = language === 'ru' && address === '/reference/commands' ? '' : place;
  return `[${words}](${prefix}${address}${known})`;
}

/** The text of a page in docs/ without its heading. `from`: which one, from the repository's root. */
export function fromRepository(text: string, from: string, language: Language = 'en'): string {
  let code = false;
  return (
    text
      .replace(/^# .*\n+/, '')
      // A link that is broken over two lines is one line.
      .replaceAll(/\[[^\]\n]*\n[^\]\n]*\]\([^)\s]+\)/g, (found) => found.replace('\n', ' '))
      .split('\n')
      .map((line) => {
        if (line.startsWith('```')) code = !code;
        if (code || line.startsWith('```')) return line;
        return escapeText(
          line.replaceAll(LINK, (_all, words: string, target: string) =>
            link(words, target, from, language),
          ),
        );
      })
      .join('\n')
  );
}
