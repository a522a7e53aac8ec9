// Prose of the documentation: sentences of at most 30 words, and the words of prose-rules.json. This is not Vale:
// Debian has no package of it, and the npm package (@vvago/vale) downloads a binary when it is installed.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { test } from 'node:test';

const root = resolve(import.meta.dirname, '../..');
const FILES =
  '*README.md AGENTS.md CONTRIBUTING.md SECURITY.md CHANGELOG.md .github/*.md docs/site/*.md docs/internals/*.md :!docs/internals/decisions :!server';
const LONGEST = 30;
const data = JSON.parse(readFileSync(resolve(import.meta.dirname, 'prose-rules.json'), 'utf8'));
const rulesOf = (table) => Object.entries(table).map(([from, to]) => [new RegExp(from, 'u'), to]);
const rules = { english: rulesOf(data.english), russian: rulesOf(data.russian) };

/** Paragraphs, list items, headings and table cells: lists of words with their lines. */
function blocksOf(text) {
  const blocks = [];
  let block = [];
  let skipped = '';
  for (const [at, line] of text.split('\n').entries()) {
    const ends = skipped !== '' && line.trim().startsWith(skipped);
    const start = /^\s*(`{3,}|---$|<script|<style)/.exec(line)?.[1] ?? '';
    if (ends) skipped = '';
    else if (!skipped && (start !== '---' || at === 0)) skipped = start.replace('<', '</');
    if (ends || skipped || /^\s*(?:[-*+>#|]|\d+\.|$)/.test(line)) block = [];
    if (ends || skipped) continue;
    const plain = line
      .replaceAll(/`[^`]*`|“[^”]*”|<[^>]+>|\{#[^}]*\}|https?:\S+/g, 'x')
      .replaceAll(/!?\[([^\]]*)\](?:\([^)]*\))?|^[\s>#*+|-]+/g, '$1');
    for (const cell of /^\s*\|/.test(line) ? plain.split('|') : [plain]) {
      if (block.length === 0 || cell !== plain) {
        block = [];
        blocks.push(block);
      }
      for (const word of cell.split(/\s+/).filter(Boolean)) block.push({ word, line: at + 1 });
    }
  }
  return blocks;
}

/** One line for each broken rule: `file:line: problem: start of the sentence`. */
function problemsOf(file, text) {
  return blocksOf(text).flatMap((block) => {
    const isEnd = ({ word }, at) => /[.!?…][*_)»"]*$/.test(word) || at === block.length - 1;
    const ends = block.flatMap((each, at) => (isEnd(each, at) ? [at + 1] : []));
    return ends.flatMap((end, at) => {
      const words = block.slice(ends[at - 1] ?? 0, end);
      const sentence = words.map(({ word }) => word.replaceAll(/[*_]/g, '')).join(' ');
      const found = rules[file.includes('/ru/') ? 'russian' : 'english']
        .map(([pattern, use]) => [pattern.exec(sentence.toLowerCase())?.[0], use])
        .flatMap(([word, use]) => (word === undefined ? [] : [`"${word}": use ${use}`]));
      const count = words.filter(({ word }) => /[\p{L}\d]/u.test(word)).length;
      if (count > LONGEST) found.push(`${count} words: at most ${LONGEST}`);
      return found.map((each) => `${file}:${words[0].line}: ${each}: ${sentence.slice(0, 70)}`);
    });
  });
}

test('documentation follows the rules of prose', () => {
  const list = ['ls-files', '--cached', '--others', '--exclude-standard', ...FILES.split(' ')];
  const files = execFileSync('git', list, { cwd: root, encoding: 'utf8' }).trim().split('\n');
  const problems = files
    .filter((file) => existsSync(resolve(root, file)))
    .flatMap((file) => problemsOf(file, readFileSync(resolve(root, file), 'utf8')));
  assert.ok(problems.length === 0, `${problems.length} problems\n${problems.join('\n')}`);
});

test('rejects ten sentences of the README of e7baa65a', () => {
  assert.equal(data.rejected.length, 10);
  for (const each of data.rejected) assert.notDeepEqual(problemsOf('README.md', each), [], each);
});
