/*
 * The bar at the top and the side bars, made from the folders of pages. A page states in its front matter its
 * `title`, its `order` (smaller numbers first; pages without one follow, by title) and `nav`, a shorter name for
 * the bars. Pages at the top level, such as troubleshooting.md, form the section "Help".
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DefaultTheme } from 'vitepress';
import { frontMatter } from './front-matter.ts';

/** Folders that are not sections. */
const NO_SECTION = new Set(['node_modules', 'public', 'ru', 'generate', 'checks']);

/** Sections in the bar, in this order. The last menu of the bar has the other sections and pages. */
const IN_BAR = ['start', 'widget', 'guide', 'operations', 'security', 'reference', 'builder'];

const LAST = Number.MAX_SAFE_INTEGER;

interface Page {
  title: string;
  /** Name in the bars. */
  nav: string;
  order: number;
  link: string;
  /** Name of the folder, if it has no index.md. */
  group?: string;
}

/** A folder of pages: a section of the site, or a group of a section. */
interface Folder {
  index: Page | undefined;
  pages: Page[];
  groups: Folder[];
  name: string;
}

export interface NavigationWords {
  more: string;
  help: string;
  /** Names of folders without an index page. */
  groups: Record<string, string>;
  /** Name of the link to the repository. */
  source: string;
}

function readPage(file: string, link: string): Page {
  const { title, nav, order, group } = frontMatter(readFileSync(file, 'utf8')).data;
  if (typeof title !== 'string' || title === '') {
    throw new Error(`${file}: missing title. Fix: add it to the front matter.`);
  }
  return {
    title,
    nav: typeof nav === 'string' ? nav : title,
    order: typeof order === 'number' ? order : LAST,
    link,
    ...(typeof group === 'string' ? { group } : {}),
  };
}

const byOrder = (one: Page | undefined, other: Page | undefined): number =>
  (one?.order ?? LAST) - (other?.order ?? LAST) ||
  (one?.title ?? '').localeCompare(other?.title ?? '');

function readFolder(directory: string, link: string, name: string): Folder {
  const folder: Folder = { index: undefined, pages: [], groups: [], name };
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) {
      folder.groups.push(readFolder(path, `${link}${entry.name}/`, entry.name));
    } else if (entry.name === 'index.md') {
      folder.index = readPage(path, link);
    } else if (entry.name.endsWith('.md')) {
      folder.pages.push(readPage(path, link + entry.name.slice(0, -'.md'.length)));
    }
  }
  folder.pages.sort(byOrder);
  // A folder without an index.md has the name that its first page gives it.
  folder.name = folder.pages[0]?.group ?? name;
  folder.groups = folder.groups
    .filter(({ index, pages }) => index || pages.length > 0)
    .sort((one, other) => byOrder(one.index, other.index));
  return folder;
}

/** Pages at the top level of a language, without its front page. */
const readTopPages = (root: string, link: string): Page[] =>
  readdirSync(root)
    .filter((name) => name.endsWith('.md') && name !== 'index.md' && name !== 'README.md')
    .map((name) => readPage(join(root, name), link + name.slice(0, -'.md'.length)))
    .sort(byOrder);

const linkTo = ({ title, link }: Page): { text: string; link: string } => ({ text: title, link });

function itemsOf({ pages, groups }: Folder, words: NavigationWords): DefaultTheme.SidebarItem[] {
  return [
    ...pages.map(linkTo),
    ...groups.map((group) => ({
      text: group.index?.title ?? words.groups[group.name] ?? group.name,
      items: itemsOf(group, words),
      ...(group.index ? { link: group.index.link } : {}),
    })),
  ];
}

/** Side bar of a section. Its index is the first page, unless the heading above already names it. */
function sidebarOf(section: Folder, words: NavigationWords): DefaultTheme.SidebarItem[] {
  const { index } = section;
  const items = itemsOf(section, words);
  if (!index) return [{ text: section.name, items }];
  return index.nav === index.title
    ? [{ ...linkTo(index), items }]
    : [{ text: index.nav, items: [linkTo(index), ...items] }];
}

/** Bar and side bars of one language. `repository`: address of the source, if there is one. */
export function navigationOf(
  root: string,
  link: string,
  words: NavigationWords,
  repository?: string,
): { nav: DefaultTheme.NavItem[]; sidebar: DefaultTheme.SidebarMulti } {
  if (!existsSync(root)) return { nav: [], sidebar: {} };
  const sections = readdirSync(root, { withFileTypes: true })
    .filter(
      (entry) => entry.isDirectory() && !entry.name.startsWith('.') && !NO_SECTION.has(entry.name),
    )
    .map(({ name }) => readFolder(join(root, name), `${link}${name}/`, name))
    .filter(({ index, pages }) => index || pages.length > 0)
    .sort((one, other) => byOrder(one.index, other.index));
  const sidebar: DefaultTheme.SidebarMulti = {};
  const links = new Map<string, DefaultTheme.NavItemWithLink>();
  for (const section of sections) {
    const first = section.index ?? section.pages[0];
    if (!first) continue;
    const path = `${link}${section.name}/`;
    sidebar[path] = sidebarOf(section, words);
    links.set(section.name, {
      text: section.index?.nav ?? section.name,
      link: first.link,
      activeMatch: `^${path}`,
    });
  }
  const help = readTopPages(root, link);
  for (const page of help) sidebar[page.link] = [{ text: words.help, items: help.map(linkTo) }];
  const source = repository === undefined ? [] : [{ text: words.source, link: repository }];
  const more = [
    ...help.map(({ nav, link: to }) => ({ text: nav, link: to })),
    ...[...links].filter(([name]) => !IN_BAR.includes(name)).map(([, item]) => item),
    ...source,
  ];
  const nav: DefaultTheme.NavItem[] = IN_BAR.flatMap((name) => links.get(name) ?? []);
  if (more.length > 0) nav.push({ text: words.more, items: more });
  return { nav, sidebar };
}
