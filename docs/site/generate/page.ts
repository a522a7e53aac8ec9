/* Pages that the build makes, and how text of other places is put into them. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { stringify } from 'yaml';

export const site = resolve(import.meta.dirname, '..');
export const root = resolve(site, '../..');

export type Language = 'en' | 'ru';
export const LANGUAGES: readonly Language[] = ['en', 'ru'];

/** Folders and files that are generated. They are not committed. */
export const GENERATED = ['reference', 'changelog.md'];

export interface GeneratedPage {
  /** Below the language's folder: `reference/metrics.md`. */
  path: string;
  language: Language;
  title: string;
  description: string;
  order: number;
  /** In the bar at the top, of a section's index. */
  nav?: string;
  body: string;
}

export const read = (path: string): string => readFileSync(resolve(root, path), 'utf8');

/** Text as Markdown has it, with nothing in it that Vue would take for an element or an expression. */
export function escapeText(text: string): string {
  return text
    .split(/(`+[^`]*`+)/)
    .map((part, index) =>
      index % 2 === 1
        ? part
        : part.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('{{', '&#123;&#123;'),
    )
    .join('');
}

/** For a cell of a Markdown table. */
export const cell = (text: string): string =>
  escapeText(text)
    .replaceAll('|', '\\|')
    .replaceAll(/\s*\n\s*/g, ' ')
    .trim();

/** For an element of HTML, where Markdown does not look. */
export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** The same, with what stands in backticks as code. */
export const inlineHtml = (text: string): string =>
  escapeHtml(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>');

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** Names and values, one below the other on a phone. `facts`: HTML of each value. */
export function factList(facts: readonly (readonly [name: string, html: string])[]): string {
  const items = facts.map(
    ([name, html]) => `<div><dt>${escapeHtml(name)}</dt><dd>${html}</dd></div>`,
  );
  return `<dl class="facts" v-pre>\n${items.join('\n')}\n</dl>`;
}

/** Replaces all generated folders and files. */
export function writePages(pages: readonly GeneratedPage[]): void {
  for (const path of GENERATED.flatMap((name) => [name, `ru/${name}`])) {
    rmSync(join(site, path), { recursive: true, force: true });
  }
  for (const { path, language, body, ...matter } of pages) {
    const file = join(site, language === 'ru' ? 'ru' : '', path);
    mkdirSync(dirname(file), { recursive: true });
    const text = body.startsWith('# ') ? body : `# ${matter.title}\n\n${body}`;
    writeFileSync(file, `---\n${stringify({ ...matter, editLink: false })}---\n\n${text.trim()}\n`);
  }
}
