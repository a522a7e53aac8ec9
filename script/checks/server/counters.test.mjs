// Every number that the server counts for operators is counted somewhere, and told: a counter that
// nobody feeds is an alarm that never rings.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { test } from 'node:test';

const root = resolve(import.meta.dirname, '../../..');
const sources = new Map(
  globSync('server/src/**/*.{h,cpp}', { cwd: root })
    .filter((path) => !path.includes('/tests/'))
    .map((path) => [path, readFileSync(resolve(root, path), 'utf8')]),
);
/** Statements of the top-level module of `path`, which alone may feed its counters. */
const statementsOf = (path) => {
  const module = path.split('/').slice(0, 3).join('/');
  return [...sources]
    .filter(([each]) => each.startsWith(`${module}/`))
    .flatMap(([, text]) => text.split(';'));
};

/** The counters that a header declares: [header, name]. */
const counters = [...sources].flatMap(([path, text]) =>
  [...text.matchAll(/^\s+(?:std::array<)?(?:Shared)?Counter(?:, [^;]+>)? (\w+);/gm)].map(
    ([, name = '']) => [path, name],
  ),
);

test('every counter is incremented', () => {
  assert.ok(counters.length > 40, `${counters.length} counters were found`);
  const idle = counters.filter(([path, name]) => {
    // `&Counters::name` is in a row of the bridge's responses, whose counter is added to there.
    const fed = new RegExp(`\\b${name}\\b[^;]*\\.(Add|Set|Subtract)\\(|&Counters::${name}\\b`);
    return !statementsOf(path).some((statement) => fed.test(statement));
  });
  assert.deepEqual(idle, []);
});

test('every counter is reported', () => {
  // The sources that write metrics, or declare tables of them.
  const metrics = [...sources]
    .filter(
      ([path, text]) => path.endsWith('.cpp') && /telemetry::(Exposition& out|Metric<)/.test(text),
    )
    .map(([, text]) => text)
    .join('\n');
  const untold = counters.filter(
    ([path, name]) => !path.includes('/base/') && !new RegExp(`\\b${name}\\b`).test(metrics),
  );
  assert.deepEqual(untold, []);
});
