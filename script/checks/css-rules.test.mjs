// Checks the rules of docs/internals/decisions/0023-no-layers.md for the widget's CSS: no cascade
// layer, no rule heavier than one class, and no global name except ours.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { test } from 'node:test';
import { transform } from 'lightningcss';
import { compile } from '../../connect/vite/style-modules.ts';

const root = resolve(import.meta.dirname, '../..');
const git = ['ls-files', '--cached', '--others', '--exclude-standard', 'connect/src/*.css'];
const files = execFileSync('git', git, { cwd: root, encoding: 'utf8' }).trim().split('\n');

/** Maximum weight of a selector: ids, classes, elements. */
const ONE_CLASS = [0, 1, 0];
const NOTHING = [0, 0, 0];

const add = (one, other) => one.map((count, place) => count + other[place]);
function compare(one, other) {
  const place = one.findIndex((count, index) => count !== other[index]);
  return place === -1 ? 0 : one[place] - other[place];
}
const heaviest = (selectors = []) =>
  selectors.map(weightOf).reduce((one, other) => (compare(one, other) < 0 ? other : one), NOTHING);

/** Returns the weight of a part of a selector (Selectors 4, section 17). */
function weightOfPart(part) {
  switch (part.type) {
    case 'id':
      return [1, 0, 0];
    case 'class':
    case 'attribute':
      return [0, 1, 0];
    case 'type':
      return [0, 0, 1];
    case 'pseudo-element':
      // Selects a box of the element. Rules for the element itself do not conflict with it.
      return NOTHING;
    case 'pseudo-class':
      if (part.kind === 'where') return NOTHING;
      if (['is', 'not', 'has', 'any'].includes(part.kind)) return heaviest(part.selectors);
      return add([0, 1, 0], heaviest(part.of ?? part.selectors ?? []));
    case 'nesting':
      throw new Error('a nested rule: its weight is that of the rules around it');
    default:
      return NOTHING;
  }
}
const weightOf = (selector) => selector.map(weightOfPart).reduce(add, NOTHING);

/** Returns the violations of a style sheet, each with its line. */
function faultsOf(css, filename) {
  const lines = css.split('\n');
  // A module's class names become unique when it is compiled.
  const local = filename.endsWith('.module.css');
  const faults = [];
  const note = (what, { line }) => void faults.push(`${filename}:${line + 1}: ${what}`);
  transform({
    filename,
    code: Buffer.from(css),
    cssModules: false,
    visitor: {
      Rule: {
        'layer-block': ({ value }) => note('@layer', value.loc),
        'layer-statement': ({ value }) => note('@layer', value.loc),
        import({ value }) {
          // An unnamed layer has no name to report.
          const from = lines[value.loc.line].slice(value.loc.column - 1).split(';')[0];
          if (/\blayer\b/.test(from)) note('@import in a layer', value.loc);
        },
        keyframes({ value }) {
          if (!local && !value.name.value.startsWith('prichal-'))
            note(`@keyframes ${value.name.value}`, value.loc);
        },
        property({ value }) {
          if (!value.name.startsWith('--prichal-')) note(`@property ${value.name}`, value.loc);
        },
        style({ value }) {
          for (const selector of value.selectors) {
            const weight = weightOf(selector);
            if (compare(weight, ONE_CLASS) > 0) note(`a selector that weighs ${weight}`, value.loc);
          }
          const { declarations, importantDeclarations } = value.declarations;
          for (const { property, value: set } of [...declarations, ...importantDeclarations]) {
            if (
              property === 'custom' &&
              set.name.startsWith('--') &&
              !set.name.startsWith('--prichal-')
            ) {
              note(`the property ${set.name}`, value.loc);
            }
          }
        },
      },
    },
  });
  return faults;
}

test('the rules find violations', () => {
  const faults = (css) => faultsOf(css, 'a.css').map((fault) => fault.replace('a.css:1: ', ''));
  assert.deepEqual(faults('@layer parts { .a { color: red } }'), ['@layer']);
  assert.deepEqual(faults('@layer parts, more;'), ['@layer']);
  assert.deepEqual(faults('@import "b.css" layer(parts);'), ['@import in a layer']);
  assert.deepEqual(faults('@import "b.css" layer;'), ['@import in a layer']);
  assert.deepEqual(faults('.a .b { color: red }'), ['a selector that weighs 0,2,0']);
  assert.deepEqual(faults('.a, button.b { color: red }'), ['a selector that weighs 0,1,1']);
  assert.deepEqual(faults('.a:hover { color: red }'), ['a selector that weighs 0,2,0']);
  assert.deepEqual(faults('#a { color: red }'), ['a selector that weighs 1,0,0']);
  assert.deepEqual(faults('.a:not(.b, #c) { color: red }'), ['a selector that weighs 1,1,0']);
  assert.deepEqual(faults('.a:nth-child(2 of .b) { color: red }'), [
    'a selector that weighs 0,3,0',
  ]);
  assert.deepEqual(faults('@media print { .a:is(b) { color: red } }'), [
    'a selector that weighs 0,1,1',
  ]);
  assert.deepEqual(faults('@keyframes turn { to { rotate: 1turn } }'), ['@keyframes turn']);
  assert.deepEqual(faults('.a { --size: 1px }'), ['the property --size']);
  assert.deepEqual(faults('.a { --size: 1px !important }'), ['the property --size']);
  assert.deepEqual(faults('@property --size { syntax: "*"; inherits: false }'), [
    '@property --size',
  ]);
  const fine = '.a:where(.b:hover) > :where(p)::before { --prichal-size: 1px; color: red }';
  assert.deepEqual(faults(fine), []);
});

test('the widget has style sheets', () => assert.ok(files.length > 5));

for (const file of files) {
  test(`${file} has no layer, the weight of one class, and only our names`, () => {
    const path = resolve(root, file);
    assert.deepEqual(faultsOf(readFileSync(path, 'utf8'), file), []);
    assert.deepEqual(faultsOf(compile(path, {}).text, `${file}, as it is published`), []);
  });
}

test('a chunk of the wallet dialog imports the reset before all other modules', () => {
  for (const chunk of ['lazy-chunk', 'connected-chunk']) {
    const text = readFileSync(resolve(root, `connect/src/react/${chunk}.ts`), 'utf8');
    const [, first] = /^(?:import|export) (?!type).*?'(.+?)';$/ms.exec(text) ?? [];
    assert.equal(first, '../ui/theme/sheet-styles.js', chunk);
  }
});
