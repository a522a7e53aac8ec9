/*
 * Navigation and side bars, made from the folders: a page is in them because it is there. What a page has to
 * say of itself stands in its front matter: `title`, `order` (small numbers first; without one, behind those
 * that have one, by title) and, in a section's index.md, `nav`: a shorter name for the bar at the top.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DefaultTheme } from 'vitepress';
import { frontMatter } from './front-matter.ts';

/** Folders with pages that are no section of a language. */
const NO_SECTION = new Set(['node_modules', 'public', 'ru', 'generate', 'islands']);

/** Sections that stand in the bar at the top; the others are in its last item. */
const IN_BAR = new Set(['start', 'guide', 'reference', 'builder']);

const LAST = Number.MAX_SAFE_INTEGER;

interface Page {
  title: string;
  /** In the bar at the top. */
  nav: string;
  order: number;
  link: string;
  /** Name of the folder, if it has no index.md. */
  group?: string;
}

/** A folder of pages: a section of the site, or a group in one. */
interface Folder {
  index: Page | undefined;
  pages: Page[];
  groups: Folder[];
  name: string;
}

function readPage(file: string, link: string): Page {
  const { title, nav, order, group } = frontMatter(readFileSync(file, 'utf8')).data;
  if (typeof title !== 'string' || title === '') {
    throw new Error(`${file} has no title: give it one in its front matter`);
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

const item = ({ title, link }: Page): DefaultTheme.SidebarItem => ({ text: title, link });

function items({ index, pages, groups }: Folder): DefaultTheme.SidebarItem[] {
  return [
    ...(index ? [item(index)] : []),
    ...pages.map(item),
    ...groups.map((group) => ({
      text: group.index?.title ?? group.name,
      items: items({ ...group, index: undefined }),
      ...(group.index ? { link: group.index.link } : {}),
    })),
  ];
}

/** What the bar at the top and the side bars of one language show. */
export function navigationOf(
  root: string,
  link: string,
  more: string,
): { nav: DefaultTheme.NavItem[]; sidebar: DefaultTheme.SidebarMulti } {
  if (!existsSync(root)) return { nav: [], sidebar: {} };
  const sections = readdirSync(root, { withFileTypes: true })
    .filter(
      (entry) => entry.isDirectory() && !entry.name.startsWith('.') && !NO_SECTION.has(entry.name),
    )
    .map(({ name }) => readFolder(join(root, name), `${link}${name}/`, name))
    .filter(({ index, pages }) => index || pages.length > 0)
    .sort((one, other) => byOrder(one.index, other.index));
  const nav: DefaultTheme.NavItem[] = [];
  const rest: DefaultTheme.NavItemWithLink[] = [];
  const sidebar: DefaultTheme.SidebarMulti = {};
  for (const section of sections) {
    const first = section.index ?? section.pages[0];
    if (!first) continue;
    const path = `${link}${section.name}/`;
    const item = {
      text: section.index?.nav ?? section.name,
      link: first.link,
      activeMatch: `^${path}`,
    };
    if (IN_BAR.has(section.name)) nav.push(item);
    else rest.push(item);
    sidebar[path] = [{ text: section.index?.title ?? section.name, items: items(section) }];
  }
  if (rest.length > 0) nav.push({ text: more, items: rest });
  return { nav, sidebar };
}
