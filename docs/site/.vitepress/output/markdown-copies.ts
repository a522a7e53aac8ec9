/*
 * Pages for readers without a browser: each page as Markdown at its address with `.md` added, a list of them in
 * llms.txt (llmstxt.org), and all of them in llms-full.txt. The Russian files are below /ru/.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { SiteConfig } from 'vitepress';
import { frontMatter } from '../front-matter.ts';

interface Copy {
  /** Path in the site: `guide/clients.md`. */
  file: string;
  title: string;
  description: string;
  text: string;
}

/** Removes front matter and components from a page. */
export function asPlainMarkdown(source: string): Omit<Copy, 'file'> {
  const { data, body } = frontMatter(source);
  const title = typeof data.title === 'string' ? data.title : '';
  const description = typeof data.description === 'string' ? data.description : '';
  const plain = body
    .replaceAll(/^<(script|style)\b[\s\S]*?^<\/\1>\n?/gm, '')
    .replaceAll(/^<\/?[A-Z]\w*\b[^>]*>\n?/gm, '')
    .trim();
  const heading = plain.startsWith('# ') ? '' : `# ${title}\n\n`;
  const lead = description === '' || heading === '' ? '' : `${description}\n\n`;
  return { title, description, text: `${heading}${lead}${plain}\n` };
}

const WORDS = {
  en: { rest: 'All pages in one file', other: 'In Russian' },
  ru: { rest: 'Все страницы одним файлом', other: 'По-английски' },
};

function writeIndex(folder: string, language: 'en' | 'ru', about: string, copies: Copy[]): void {
  const prefix = language === 'ru' ? 'ru/' : '';
  const own = copies.filter(({ file }) => file.startsWith('ru/') === (language === 'ru'));
  const lines = own.map(
    ({ file, title, description }) =>
      `- [${title}](/${file})${description === '' ? '' : `: ${description}`}`,
  );
  const words = WORDS[language];
  const other = language === 'ru' ? '/llms.txt' : '/ru/llms.txt';
  const title = language === 'ru' ? 'Причал' : 'Prichal';
  writeFileSync(
    join(folder, `${prefix}llms.txt`),
    `# ${title}\n\n> ${about}\n\n${lines.join('\n')}\n\n## Optional\n\n- [${words.rest}](/${prefix}llms-full.txt)\n- [${words.other}](${other})\n- [OpenAPI 3.1](/openapi.yaml)\n- [AsyncAPI 3](/asyncapi.yaml)\n`,
  );
  writeFileSync(
    join(folder, `${prefix}llms-full.txt`),
    own.map(({ file, text }) => `<!-- /${file} -->\n\n${text}`).join('\n'),
  );
}

export function writeMarkdownCopies({ srcDir, outDir, pages, site }: SiteConfig): void {
  const copies = [...pages].sort().map((file): Copy => {
    const copy = { file, ...asPlainMarkdown(readFileSync(join(srcDir, file), 'utf8')) };
    mkdirSync(dirname(join(outDir, file)), { recursive: true });
    writeFileSync(join(outDir, file), copy.text);
    return copy;
  });
  writeIndex(outDir, 'en', site.locales.root?.description ?? '', copies);
  writeIndex(outDir, 'ru', site.locales.ru?.description ?? '', copies);
}
