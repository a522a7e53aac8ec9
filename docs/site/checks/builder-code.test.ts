/* The builder's code: it compiles, whatever was chosen, and an address holds what was chosen and nothing else. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { codeOf, piecesOf } from '../.vitepress/theme/builder/code.ts';
import {
  CHOICES,
  fromHash,
  initialState,
  type State,
  SWITCHES,
  toHash,
} from '../.vitepress/theme/builder/options.ts';
import { en, ru } from '../.vitepress/theme/builder/words.ts';

const root = resolve(import.meta.dirname, '../../..');

/** States in which, together, everything has each of its values. */
function states(): State[] {
  const most = Math.max(...Object.values(CHOICES).map((values) => values.length));
  return Array.from({ length: most }, (_, turn) => ({
    ...initialState(),
    ...Object.fromEntries(
      Object.entries(CHOICES).map(([name, values]) => [name, values[turn % values.length]]),
    ),
    ...Object.fromEntries(Object.keys(SWITCHES).map((name, at) => [name, (at + turn) % 2 === 0])),
    ...(turn % 2 === 0
      ? { accentLight: '#aa3300', groundDark: '#102030', wordsLight: '#ffffff' }
      : {}),
    label: ['', 'Don’t "stop" <now>', "It's {mine}\\"][turn % 3] ?? '',
    returnUrl: 'https://app.example/back',
    telegramUrl: turn % 2 === 0 ? 'https://t.me/bot/app' : 'no link',
    messages: turn,
  }));
}

test('what is in an address is what was chosen, and nothing else gets in', () => {
  for (const state of states()) assert.deepEqual(fromHash(`#${toHash(state)}`), state);
  assert.deepEqual(
    fromHash('#theme=PINK&accentLight=red;}&messages=-4&signText=yes&nothing=1&__proto__=x'),
    initialState(),
  );
  assert.equal(fromHash('#messages=9999').messages, 255);
});

test('colours cover the code and change none of it', () => {
  for (const state of states()) {
    for (const flavour of ['react', 'vanilla'] as const) {
      const code = codeOf(state, flavour, en.label);
      const pieces = piecesOf(code);
      assert.equal(pieces.map(({ text }) => text).join(''), code);
      assert.deepEqual(
        pieces.find(({ kind }) => kind === 'keyword'),
        { text: 'import', kind: 'keyword' },
      );
    }
  }
});

test('colours mark comments, strings, names and keywords without the signs before them', () => {
  const code = `// a comment\nreturn <Own kind="plain" text={'a'}></Own>;`;
  assert.deepEqual(
    piecesOf(code).filter(({ text, kind }) => kind && text),
    [
      { text: '// a comment', kind: 'comment' },
      { text: 'return', kind: 'keyword' },
      { text: 'Own', kind: 'function' },
      { text: '"plain"', kind: 'string' },
      { text: "'a'", kind: 'string' },
      { text: 'Own', kind: 'function' },
    ],
  );
});

test('a custom button without a text has the default of the page’s language', () => {
  for (const { label } of [en, ru]) {
    for (const flavour of ['react', 'vanilla'] as const) {
      const state = initialState();
      assert.ok(codeOf({ ...state, button: 'own' }, flavour, label).includes(`'${label}'`));
      assert.ok(codeOf({ ...state, button: 'own', label: 'A' }, flavour, label).includes("'A'"));
      assert.ok(!codeOf(state, flavour, label).includes(label));
    }
  }
});

test('the code compiles, whatever was chosen', async () => {
  mkdirSync(join(root, 'build'), { recursive: true });
  const folder = mkdtempSync(join(root, 'build/builder-code-'));
  try {
    for (const [turn, state] of states().entries()) {
      writeFileSync(join(folder, `react-${turn}.tsx`), codeOf(state, 'react', en.label));
      writeFileSync(join(folder, `vanilla-${turn}.ts`), codeOf(state, 'vanilla', en.label));
    }
    writeFileSync(
      join(folder, 'tsconfig.json'),
      JSON.stringify({
        extends: '../../tsconfig.base.json',
        compilerOptions: {
          composite: false,
          noEmit: true,
          emitDeclarationOnly: false,
          customConditions: [],
          types: [],
        },
        include: ['*'],
      }),
    );
    await promisify(execFile)('npx', ['tsc', '-p', folder], { cwd: root });
  } catch (error) {
    assert.fail((error as { stdout?: string }).stdout ?? String(error));
  } finally {
    rmSync(folder, { recursive: true });
  }
});
