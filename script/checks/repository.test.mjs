// Checks that the repository's root has no stray files, that no decision is missing, that old browsers can parse every
// script of a page, and that the files of GitHub have the project's addresses and pinned actions.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { globSync, readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { test } from 'node:test';
import { parse } from 'yaml';

const root = resolve(import.meta.dirname, '../..');
const read = (path) => readFileSync(resolve(root, path), 'utf8');

/** Every file and folder that Git may track in the root. */
const ROOT_ENTRIES = [
  ...[
    '.changeset',
    '.ci',
    '.clang-format',
    '.editorconfig',
    '.github',
    '.gitignore',
    '.npmrc',
    '.nvmrc',
  ],
  ...['AGENTS.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'LICENSE', 'README.md', 'SECURITY.md'],
  ...['app', 'connect', 'create', 'dev-wallet', 'docs', 'e2e', 'examples', 'server', 'stand'],
  ...['config', 'monitoring', 'packaging', 'script', 'sdk', 'session', 'telegram'],
  ...[
    '.size-limit.mjs',
    'biome.json',
    'eslint.config.js',
    'knip.jsonc',
    'package-lock.json',
    'package.json',
    'vitest.config.ts',
  ],
  ...['tsconfig.base.json', 'tsconfig.json'],
];

test('the root tracks only the listed entries', () => {
  const tracked = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' })
    .split('\0')
    .filter((path) => path !== '')
    .map((path) => path.split('/')[0]);
  assert.deepEqual([...new Set(tracked)].toSorted(), ROOT_ENTRIES.toSorted());
});

/** Folders with the sources of pages. */
const PAGE_SOURCES = [
  ...['app', 'connect', 'telegram', 'sdk', 'session', 'stand', 'dev-wallet'].map(
    (name) => `${name}/src`,
  ),
  ...['theme', 'search'].map((name) => `docs/site/.vitepress/${name}`),
];

test('no script of a page has a lookbehind, which Safari before 16.4 cannot parse', () => {
  const sources = execFileSync('git', ['ls-files', '-z', '--', ...PAGE_SOURCES], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\0')
    .filter((path) => /\.(ts|tsx|js|mjs|vue|html)$/.test(path) && !/\.test\./.test(path));
  for (const folder of PAGE_SOURCES) {
    assert.ok(
      sources.some((path) => path.startsWith(folder)),
      folder,
    );
  }
  const wrong = sources.filter((path) =>
    /\(\?<[=!]/.test(readFileSync(resolve(root, path), 'utf8')),
  );
  assert.deepEqual(wrong, []);
});

test('decisions are numbered without gaps, except for numbers that README.md names as unused', () => {
  const folder = resolve(root, 'docs/internals/decisions');
  const readme = readFileSync(resolve(folder, 'README.md'), 'utf8');
  const unused = [...readme.matchAll(/\bNumber (\d+) was not used\b/g)].map(([, n]) => Number(n));
  const pages = readdirSync(folder).filter((name) => name !== 'README.md');
  const numbers = [...pages.map((name) => Number(name.slice(0, 4))), ...unused];
  assert.deepEqual(
    numbers.toSorted((a, b) => a - b),
    numbers.map((_, index) => index + 1),
  );
  const listed = [...readme.matchAll(/^\| \[(\d+)\]\((\S+)\)/gm)].map(([, n, page]) => [
    Number(n),
    page,
  ]);
  assert.deepEqual(
    listed,
    pages.toSorted().map((name) => [Number(name.slice(0, 4)), name]),
  );
});

test('files of GitHub have the values of config/project.json, and SECURITY.md marks placeholders', () => {
  const { repositoryUrl, siteUrl, securityContact, codeOwners } = JSON.parse(
    read('config/project.json'),
  );
  const policy = `${repositoryUrl}/security/policy`;
  const advisory = `${repositoryUrl}/security/advisories/new`;
  const files = {
    'SECURITY.md': [`(${advisory})`, `<${securityContact}>`],
    '.github/CODEOWNERS': [`* ${codeOwners}\n`],
    '.github/ISSUE_TEMPLATE/bug.yml': [`(${siteUrl}/troubleshooting)`, `(${policy})`],
    '.github/ISSUE_TEMPLATE/config.yml': [`url: ${siteUrl}\n`, `url: ${policy}\n`],
  };
  for (const [file, values] of Object.entries(files)) {
    const text = read(file);
    for (const value of values) assert.ok(text.includes(value), `${file} has no ${value.trim()}`);
  }
  const example = [repositoryUrl, securityContact].some((value) => value.includes('example'));
  assert.equal(read('SECURITY.md').includes('placeholders'), example);
});

test('workflows pin actions by commit, have read permissions, and limit the time of their jobs', () => {
  const files = globSync('.github/workflows/*.yml', { cwd: root });
  assert.notEqual(files.length, 0);
  for (const file of files) {
    const workflow = parse(read(file));
    assert.deepEqual(workflow.permissions, { contents: 'read' }, file);
    for (const [name, job] of Object.entries(workflow.jobs)) {
      assert.ok(job['timeout-minutes'] || job.uses?.startsWith('./'), `${file}: ${name}`);
    }
    for (const [line, action] of read(file).matchAll(/\buses: (.*)/g)) {
      assert.match(action, /^\.\/|@[0-9a-f]{40} # v\d+\.\d+\.\d+$/, `${file}: ${line}`);
    }
  }
});
