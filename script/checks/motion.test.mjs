// Checks that movements take their durations and their curve from the tokens: a literal in a style
// sheet or in a script is a violation. Not for endless animations, which have periods of their own,
// nor for durations up to 1 ms, which are no movement.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { test } from 'node:test';

const root = resolve(import.meta.dirname, '../..');
const sources = ['connect/src', 'app/src', 'stand/src', 'docs/site/.vitepress/theme'].flatMap(
  (folder) => ['css', 'ts', 'tsx', 'vue'].map((kind) => `${folder}/**/*.${kind}`),
);
const git = ['ls-files', '--cached', '--others', '--exclude-standard', '--', ...sources];
const files = execFileSync('git', git, { cwd: root, encoding: 'utf8' })
  .trim()
  .split('\n')
  .filter((file) => !/\.test\.|\/testing\//.test(file));

/** Declares tokens. Each application has its own, because none may depend on another's styles. */
const TOKENS =
  /^(connect\/src\/ui\/theme\/(sheet-)?tokens|(app|stand)\/src\/styles?\/tokens|docs\/site\/\.vitepress\/theme\/styles\/base)\.css$/;
const CURVE = /cubic-bezier\(|\bsteps\(|\blinear\(|\b(linear|ease(-in|-out|-in-out)?)\b(?![-(])/;
/** Names of custom properties contain words such as "ease". */
const withoutNames = (value) => value.replaceAll(/--[\w-]+/g, '');
const hasDuration = (value) =>
  [...withoutNames(value).matchAll(/(\d*\.?\d+)(m?s)\b/g)].some(
    ([, number, unit]) => Number(number) * (unit === 's' ? 1000 : 1) > 1,
  );

/** Returns the violations of a file. */
function faultsOf(text, file) {
  const plain = text.replaceAll(/\/\*[\s\S]*?\*\//g, '');
  if (!/\.(css|vue)$/.test(file)) {
    // A Web Animation. Its numbers may be named constants.
    return plain.match(/\b(duration|easing): *['"`\d].*|cubic-bezier\(.*/g) ?? [];
  }
  const declarations = plain.matchAll(
    /(?<![\w-])((?:animation|transition)(?:-[a-z-]+)?|--[\w-]+)\s*:\s*([^;{}]+)/g,
  );
  return [...declarations]
    .filter(([, name, value]) => {
      if (name.startsWith('--')) {
        return (
          !TOKENS.test(file) && (/^[\d.]+m?s$/.test(value.trim()) || /cubic-bezier/.test(value))
        );
      }
      if (/\binfinite\b/.test(value)) return false;
      return hasDuration(value) || CURVE.test(withoutNames(value));
    })
    .map(([declaration]) => declaration.replaceAll(/\s+/g, ' ').trim());
}

test('the rules find violations', () => {
  const faults = (css) => faultsOf(css, 'a.css');
  for (const css of [
    'transition: opacity 120ms var(--ease)',
    'transition: opacity var(--fast) ease-out',
    'transition-duration: 0.2s',
    'animation: appear var(--slow) 300ms',
    'animation-timing-function: cubic-bezier(0, 0, 1, 1)',
    '--spring: cubic-bezier(0, 0, 1, 1)',
    '--long: 400ms',
  ]) {
    assert.deepEqual(faults(`.a { ${css}; }`), [css]);
  }
  for (const css of [
    'transition: background-color 1ms, opacity var(--prichal-slow) var(--prichal-ease)',
    'animation: turn 1s linear infinite',
    'animation-duration: 0.01ms !important',
    'transition: none',
    'background: linear-gradient(red, blue)',
  ]) {
    assert.deepEqual(faults(`.a { ${css}; }`), []);
  }
  const script = (text) => faultsOf(text, 'a.ts').length;
  assert.equal(script("animate([], { duration: 200, easing: 'ease-out' })"), 1);
  assert.equal(script('animate([], { duration: RIPPLE_MS, easing: curve })'), 0);
});

test('applications have style sheets', () => assert.ok(files.length > 100));

test('movements use the tokens of durations and of the curve', () => {
  const faults = files.flatMap((file) =>
    faultsOf(readFileSync(resolve(root, file), 'utf8'), file).map((fault) => `${file}: ${fault}`),
  );
  assert.deepEqual(faults, []);
});

test('every token of a curve is the same curve', () => {
  const curves = files
    .filter((file) => TOKENS.test(file))
    .flatMap(
      (file) => readFileSync(resolve(root, file), 'utf8').match(/cubic-bezier\(.*?\)/g) ?? [],
    );
  assert.deepEqual([...new Set(curves)], ['cubic-bezier(0.32, 0.72, 0, 1)']);
  assert.equal(curves.length, 4);
});
