// Checks the pictures of README.md and docs/site against docs/site/pictures.json, which `npm run pictures` writes:
// their texts are still in the code, no picture is too large, and pages show all of these pictures and no others.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { DATA, has } from '../../e2e/screens/strings.ts';

const root = resolve(import.meta.dirname, '../..');
const FOLDER = 'docs/site/public/pictures';
/** Largest size of a picture, in bytes. */
const LARGEST = 150_000;

const files = (...patterns) =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', ...patterns], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((file) => file !== '' && existsSync(join(root, file)));
const read = (file) => readFileSync(join(root, file), 'utf8');

const records = JSON.parse(read('docs/site/pictures.json'));
const pictures = Object.keys(records);

const MARKDOWN = /!\[[^\]]*\]\(([^)\s]+)\)|\bsrc(?:set)?="([^"]+)"/g;
const CODE = /([\w/-]*pictures\/(?:[\w.-]|\$\{[^}]*\})+)/g;

/** Every place where a page shows a picture. Drawings, which are SVG, are not taken. */
const places = files(
  '*.md',
  'docs/site/.vitepress/theme/*.vue',
  'docs/site/.vitepress/theme/*.ts',
).flatMap((page) =>
  read(page)
    .replaceAll(/^( *)(`{3,})[\s\S]*?^\1\2$/gm, '')
    .matchAll(page.endsWith('.md') ? MARKDOWN : CODE)
    .map(([, one, other]) => ({ page, address: one ?? other }))
    .filter(({ address }) => !address.endsWith('.svg'))
    .toArray(),
);

/** Returns the pictures at an address. A parameter in a page's code stands for any word. */
function shownAt({ page, address }) {
  const name = address
    .replace(/^(?:docs\/site\/public)?\/?pictures\//, '')
    .replaceAll(/\$\{[^}]*\}/g, '[a-z]+')
    .replaceAll('.', String.raw`\.`);
  // Pages of the site name the light picture, and markdown/pictures.ts adds the dark one.
  const both = page.startsWith('docs/site/') ? name.replace('-light', '-(?:light|dark)') : name;
  return pictures.filter((picture) => new RegExp(`^${both}$`).test(picture));
}

for (const [picture, { strings }] of Object.entries(records)) {
  test(`the code has every text of ${picture}`, () => {
    const { data = [], ...sources } = strings;
    const missing = Object.entries(sources).flatMap(([source, texts]) =>
      texts.filter((text) => !existsSync(join(root, source)) || !has(source, text)),
    );
    assert.deepEqual([...missing, ...data.filter((text) => !DATA.test(text))], []);
  });
}

test(`no picture is larger than ${LARGEST} bytes`, () => {
  const all = files(FOLDER, 'docs/site/public/*.svg');
  assert.ok(all.length >= pictures.length);
  assert.deepEqual(
    all.filter((file) => statSync(join(root, file)).size > LARGEST),
    [],
  );
});

test('the folder has the recorded pictures', () => {
  const names = files(FOLDER).map((file) => file.slice(FOLDER.length + 1));
  assert.deepEqual(names.toSorted(), pictures.toSorted());
});

test('pages show only recorded pictures', () => {
  assert.deepEqual(
    places.filter((place) => shownAt(place).length === 0),
    [],
  );
});

test('pages show every picture and every drawing', () => {
  const shown = new Set(places.flatMap(shownAt));
  const texts = files('*.md', 'docs/site/.vitepress/theme').map(read).join('\n');
  const drawings = files('docs/site/public/*.svg').map((file) => file.split('/').at(-1));
  assert.deepEqual(
    [
      ...pictures.filter((picture) => !shown.has(picture)),
      ...drawings.filter((drawing) => !texts.includes(drawing)),
    ],
    [],
  );
});
