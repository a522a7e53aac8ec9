// Checks that every metric of the server is incremented somewhere and exported. An alert on a
// metric that is never incremented never fires.
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
/**
 * Returns the statements of the top-level module of `path`, the only one that may change its
 * counters.
 */
const statementsOf = (path) => {
  const module = path.split('/').slice(0, 3).join('/');
  return [...sources]
    .filter(([each]) => each.startsWith(`${module}/`))
    .flatMap(([, text]) => text.split(';'));
};

/** Counters declared in headers: [header, name]. */
const counters = [...sources].flatMap(([path, text]) =>
  [...text.matchAll(/^\s+(?:std::array<)?(?:Shared)?Counter(?:, [^;]+>)? (\w+);/gm)].map(
    ([, name = '']) => [path, name],
  ),
);

test('every counter is incremented', () => {
  assert.ok(counters.length > 40, `${counters.length} counters were found`);
  const idle = counters.filter(([path, name]) => {
    // `&Counters::name` is in a table of the bridge's responses, whose code increments the counter.
    const fed = new RegExp(`\\b${name}\\b[^;]*\\.(Add|Set|Subtract)\\(|&Counters::${name}\\b`);
    return !statementsOf(path).some((statement) => fed.test(statement));
  });
  assert.deepEqual(idle, []);
});

test('every counter is reported', () => {
  // Sources that export metrics, or declare tables of them.
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
