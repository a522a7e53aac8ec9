// Checks the monitoring files for operators: every alert fires in a test and has a section in the
// documentation, and every query uses metrics that the server has.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { test } from 'node:test';

const root = resolve(import.meta.dirname, '../../..');
const monitoring = join(root, 'monitoring');
const read = (path) => readFileSync(resolve(root, path), 'utf8');
const promtool = (...args) =>
  execFileSync('promtool', args, { cwd: monitoring, encoding: 'utf8', stdio: 'pipe' });
const all = (text, pattern) => [...text.matchAll(pattern)].map(([, found]) => found);

const rules = read('monitoring/alerts.yml');
const alerts = all(rules, /- alert: (\w+)/g);
const dashboard = JSON.parse(read('monitoring/dashboard.json'));
const questions = dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));

test('the rules are valid, and each alert fires in its test and not on a healthy server', () => {
  assert.ok(alerts.length > 20, `${alerts.length} alerts were found`);
  promtool('check', 'rules', 'alerts.yml');
  promtool('test', 'rules', 'alerts.test.yml');
  const cases = read('monitoring/alerts.test.yml');
  assert.deepEqual(all(cases, /^ {6}- alertname: (\w+)$/gm), alerts, 'fires');
  assert.deepEqual(
    all(cases, /alertname: (\w+), eval_time: \w+, exp_alerts: \[\]/g),
    alerts,
    'does not',
  );
});

test('each alert has its runbook in both languages, in the same order', () => {
  const runbook = read('docs/site/generate/texts/alerts.yaml');
  assert.deepEqual(
    all(runbook, /^(Prichal\w+):\n {2}en: >-\n(?: {4}.*\n)+ {2}ru: >-\n {4}/gm),
    alerts,
  );
});

test('the dashboard is the output of dashboard.mjs, and Prometheus understands its queries', () => {
  const written = execFileSync('node', ['dashboard.mjs', '--print'], {
    cwd: monitoring,
    encoding: 'utf8',
  });
  assert.equal(read('monitoring/dashboard.json'), written, 'run: node monitoring/dashboard.mjs');
  assert.ok(questions.length > 30, `${questions.length} questions were found`);
  const folder = mkdtempSync(join(tmpdir(), 'prichal-dashboard-'));
  try {
    const file = join(folder, 'questions.json');
    const asked = questions.map((expr, index) => ({
      record: `question_${index}`,
      expr: expr.replaceAll('$__rate_interval', '5m').replaceAll('$instance', '.*'),
    }));
    // JSON is valid YAML.
    writeFileSync(file, JSON.stringify({ groups: [{ name: 'dashboard', rules: asked }] }));
    promtool('check', 'rules', file);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('alerts and dashboard use only metrics that the server has', () => {
  const documented = new Set([
    ...all(read('docs/site/generate/texts/metrics.yaml'), /^ {2}(prichal_\w+):$/gm),
    ...all(read('docs/api/commands.json'), /"name": "(prichal_\w+)"/g),
  ]);
  const asked = new Set(all(`${rules}\n${questions.join('\n')}`, /\b(prichal_\w+)/g));
  const unknown = [...asked].filter(
    (name) => !documented.has(name) && !documented.has(name.replace(/_(bucket|count|sum)$/, '')),
  );
  assert.deepEqual(unknown, []);
});
