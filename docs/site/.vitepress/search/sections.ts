/* Text of a page for the search index, section by section. */
import type { DefaultTheme } from 'vitepress';

type Render = NonNullable<DefaultTheme.LocalSearchOptions['_render']>;

const ENTITIES: Record<string, string> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&nbsp;': ' ',
  '&ZeroWidthSpace;': '',
  '&amp;': '&',
};

const textOf = (html: string): string =>
  html
    .replaceAll(/<button[^>]*class="copy"[^>]*><\/button><span class="lang">[^<]*<\/span>/g, ' ')
    .replaceAll(/<\/(?:p|li|t[dhr]|d[td]|div|pre|h\d)>|<br>/g, ' ')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&(?:lt|gt|quot|#39|nbsp|ZeroWidthSpace|amp);/g, (name) => ENTITIES[name] ?? name)
    .replaceAll('\u200b', '')
    .replaceAll(/\s+/g, ' ')
    .trim();

/**
 * HTML of a page. A page of components gets a heading and a paragraph from its front matter. Declarations of the
 * packages are left out: they would be a fifth of the index.
 */
export const renderForSearch: Render = (source, env, md) => {
  const isDeclarations = /^(ru\/)?reference\/packages\//.test(env.relativePath);
  const rendered = md.render(source, env);
  const html = isDeclarations ? rendered.replaceAll(/<pre[\s\S]*?<\/pre>/g, '') : rendered;
  const {
    title = '',
    description = '',
    search,
  } = (env.frontmatter ?? {}) as Record<string, unknown>;
  if (search === false) return '';
  const about = `<p>${md.utils.escapeHtml(String(description))}</p>`;
  return html.includes('<h1')
    ? html.replace('</h1>', `</h1>${about}`)
    : `<h1>${md.utils.escapeHtml(String(title))}</h1>${about}${html}`;
};

interface PageSection {
  /** Id of the heading. Empty for the page itself. */
  anchor: string;
  /** Headings above the section, then its own. */
  titles: string[];
  text: string;
}

const HEADING = /<h([1-6])([^>]*)>([\s\S]*?)<\/h\1>/g;

export function* sectionsOfPage(_file: string, html: string): Generator<PageSection> {
  const headings = [...html.matchAll(HEADING)];
  const above: string[] = [];
  for (const [
    at,
    { 0: whole, 1: level, 2: attributes = '', 3: inner = '', index },
  ] of headings.entries()) {
    const depth = Number(level) - 1;
    const title = textOf(inner.replaceAll(/<a class="header-anchor"[\s\S]*?<\/a>/g, ''));
    const text = textOf(html.slice(index + whole.length, headings[at + 1]?.index));
    above.length = depth;
    above[depth] = title;
    if (title === '') continue;
    yield {
      anchor: depth === 0 ? '' : (/id="([^"]*)"/.exec(attributes)?.[1] ?? ''),
      titles: above.filter((each) => each !== undefined && each !== ''),
      text,
    };
  }
}
