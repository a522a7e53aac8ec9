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
      const pieces = piecesOf(codeOf(state, flavour));
      assert.equal(pieces.map(({ text }) => text).join(''), codeOf(state, flavour));
      assert.deepEqual(
        pieces.find(({ kind }) => kind === 'keyword'),
        { text: 'import', kind: 'keyword' },
      );
    }
  }
});

test('the code compiles, whatever was chosen', async () => {
  mkdirSync(join(root, 'build'), { recursive: true });
  const folder = mkdtempSync(join(root, 'build/builder-code-'));
  try {
    for (const [turn, state] of states().entries()) {
      writeFileSync(join(folder, `react-${turn}.tsx`), codeOf(state, 'react'));
      writeFileSync(join(folder, `vanilla-${turn}.ts`), codeOf(state, 'vanilla'));
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
