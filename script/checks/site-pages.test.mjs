// Checks the pages of docs/site: every link leads to an existing page and heading, each page has a
// counterpart in the other language with the same code, and each path of docs/site/start has a
// test.
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
  // README.md is for contributors to the site and not one of its pages.
  .filter((page) => page !== '' && page !== 'README.md' && existsSync(join(site, page)));
/** Pages that the build writes. It checks their links itself. */
const GENERATED = /^(ru\/)?(reference\/|changelog\.md$)/;

const read = (page) => readFileSync(join(site, page), 'utf8');
const withoutCode = (text) =>
  text.replaceAll(/^( *)(`{3,})[\s\S]*?^\1\2$/gm, '').replaceAll(/`[^`\n]*`/g, '');

/** Returns the anchor that VitePress gives a heading (mdit-vue's slugify). */
const slug = (heading) =>
  heading
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .replaceAll(/[\s~`!@#$%^&*()\-_+=[\]{}|\\;:"'“”‘’<>,.?/]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .replace(/^(\d)/, '_$1')
    .toLowerCase();

/**
 * Returns the anchors of a page: explicit ones, `## Heading {#name}`, and those made from the text.
 */
function anchorsOf(page) {
  const headings = read(page)
    .replaceAll(/^( *)(`{3,})[\s\S]*?^\1\2$/gm, '')
    .matchAll(/^#{1,6} +(.*?)(?: +\{#(.+)\})?$/gm);
  return [...headings].map(
    ([, words, name]) => name ?? slug(words.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')),
  );
}

/** Returns the file of a link: `./bridge.md`, `../security/`, `/guide/glossary`. */
function target(page, path) {
  const joined = path.startsWith('/') ? path.slice(1) : posix.join(posix.dirname(page), path);
  if (joined === '' || joined === '.' || joined.endsWith('/'))
    return posix.join(joined, 'index.md');
  return joined.endsWith('.md') ? joined : `${joined}.md`;
}

for (const page of pages) {
  const russian = page.startsWith('ru/');
  test(`every link of ${page} has an existing page and heading`, () => {
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

  test(`${page} exists in both languages with the same code`, () => {
    const other = russian ? page.slice('ru/'.length) : `ru/${page}`;
    assert.ok(pages.includes(other), `${other} is missing`);
    const code = (which) =>
      blocksOf(read(which)).map(({ kind, language, label, text }) =>
        language === 'text' && kind === 'shown' ? 'text' : { kind, language, label, text },
      );
    assert.deepEqual(code(page), code(other));
  });
}

test('each path has a test', () => {
  const tests = readFileSync(join(root, 'e2e/paths/paths.spec.ts'), 'utf8');
  const paths = pages.filter((page) => dirname(page) === 'start' && page !== 'start/index.md');
  assert.equal(paths.length, 5);
  for (const path of paths)
    assert.ok(tests.includes(`.read('${path}')`), `${path} is not followed`);
});
