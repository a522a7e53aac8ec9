// Checks that every relative link of our Markdown pages has an existing target. Pages of docs/site
// use addresses of the site, which site-pages.test.mjs checks.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { test } from 'node:test';

const root = resolve(import.meta.dirname, '../..');
const pages = execFileSync(
  'git',
  ['ls-files', '--cached', '--others', '--exclude-standard', '*.md', ':!docs/site'],
  {
    cwd: root,
    encoding: 'utf8',
  },
)
  .split('\n')
  .filter((page) => page !== '' && existsSync(resolve(root, page)));

for (const page of pages) {
  test(`every link of ${page} has an existing target`, () => {
    const text = readFileSync(resolve(root, page), 'utf8').replace(/```[\s\S]*?```/g, '');
    const dead = [...text.matchAll(/\]\(([^)\s]+)\)|\bsrc="([^"]+)"/g)]
      .map((match) => (match[1] ?? match[2]).replace(/#.*$/, ''))
      .filter((target) => target !== '' && !/^[a-z]+:/.test(target))
      .filter((target) => !existsSync(resolve(root, dirname(page), target)));
    assert.deepEqual(dead, []);
  });
}
