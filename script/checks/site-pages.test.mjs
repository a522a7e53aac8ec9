// The pages of docs/site: links, code in both languages, width of code, table headers. Each guide of docs/site/start
// has a test that follows it.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, posix, resolve } from 'node:path';
import { test } from 'node:test';
import { blocksOf } from '../../e2e/paths/blocks.ts';

const root = resolve(import.meta.dirname, '../..');
const site = join(root, 'docs/site');
const pages = execFileSync(
  'git',
  ['ls-files', '--cached', '--others', '--exclude-standard', '*.md'],
  { cwd: site, encoding: 'utf8' },
)
  .split('\n')
  // README.md is for contributors and no page of the site.
  .filter((page) => page !== '' && page !== 'README.md' && existsSync(join(site, page)));
/** Pages that the build writes. Tests of the built site check links to them. */
const GENERATED = /^(ru\/)?(reference\/|changelog\.md$)/;
/** Widest line of code that fits at 1280 px, in characters. */
const WIDEST = 78;

const read = (page) => readFileSync(join(site, page), 'utf8');
const withoutFences = (text) => text.replaceAll(/^( *)(`{3,})[\s\S]*?^\1\2$/gm, '');
const withoutCode = (text) => withoutFences(text).replaceAll(/`[^`\n]*`/g, '');

/** Anchor that VitePress gives a heading (slugify of mdit-vue). */
const slug = (heading) =>
  heading
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .replaceAll(/[\s~`!@#$%^&*()\-_+=[\]{}|\\;:"'“”‘’<>,.?/]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .replace(/^(\d)/, '_$1')
    .toLowerCase();

/** Anchors of a page: named ones, `## Heading {#name}`, and those made from a heading's words. */
function anchorsOf(page) {
  const headings = withoutFences(read(page)).matchAll(/^#{1,6} +(.*?)(?: +\{#(.+)\})?$/gm);
  return [...headings].map(
    ([, words, name]) => name ?? slug(words.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')),
  );
}

/** File for a link such as `./bridge.md`, `../security/` or `/guide/glossary`. */
function target(page, path) {
  const joined = path.startsWith('/') ? path.slice(1) : posix.join(posix.dirname(page), path);
  if (joined === '' || joined === '.' || joined.endsWith('/'))
    return posix.join(joined, 'index.md');
  return joined.endsWith('.md') ? joined : `${joined}.md`;
}

for (const page of pages) {
  const russian = page.startsWith('ru/');
  test(`${page} links to existing pages and headings`, () => {
    const dead = [...withoutCode(read(page)).matchAll(/\]\(([^)\s]+)\)/g)]
      .map((match) => match[1])
      .filter((link) => !/^[a-z]+:/.test(link))
      .filter((link) => {
        const [path, anchor] = link.split('#');
        const file = path === '' ? page : target(page, path);
        if (GENERATED.test(file) || existsSync(join(site, 'public', path))) return false;
        if (russian !== file.startsWith('ru/')) return true;
        return !pages.includes(file) || (anchor !== undefined && !anchorsOf(file).includes(anchor));
      });
    assert.deepEqual(dead, []);
  });

  const other = russian ? page.slice('ru/'.length) : `ru/${page}`;
  test(`${page} is in both languages, with the same code`, () => {
    assert.ok(pages.includes(other), `${other} is missing`);
    const code = (which) =>
      blocksOf(read(which)).map(({ kind, language, label, text }) =>
        language === 'text' && kind === 'shown' ? 'text' : { kind, language, label, text },
      );
    assert.deepEqual(code(page), code(other));
  });

  test(`${page} has code of at most ${WIDEST} columns`, () => {
    const wide = read(page)
      .matchAll(/^( *)(`{3,})[^\n]*\n([\s\S]*?)^\1\2$/gm)
      .flatMap(([, indent, , code]) => code.split('\n').map((line) => line.slice(indent.length)))
      .filter((line) => line.length > WIDEST);
    assert.deepEqual([...wide], []);
  });

  test(`${page} has a capitalised word in every table header`, () => {
    const wrong = withoutFences(read(page))
      .matchAll(/^\|(.*)\|\n\|[\s:|-]+\|$/gm)
      .flatMap(([, cells]) => cells.split('|').map((cell) => cell.trim()))
      .filter((cell) => !/^(`|\*{0,2}\[?[«\p{Lu}\d])/u.test(cell));
    assert.deepEqual([...wrong], []);
  });
}

test('each guide of docs/site/start has a test that follows it', () => {
  const tests = readFileSync(join(root, 'e2e/paths/paths.spec.ts'), 'utf8');
  const paths = pages.filter((page) => dirname(page) === 'start' && page !== 'start/index.md');
  assert.equal(paths.length, 6);
  for (const path of paths) assert.ok(tests.includes(`.read('${path}')`), `${path} has no test`);
});
