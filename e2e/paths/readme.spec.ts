// Runs the first command of the README and follows its steps to a connected wallet.
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { connectByExtension } from '../fixtures/connect.ts';
import { Stand } from '../fixtures/stand.ts';
import { test as base, expect } from './test.ts';

const root = resolve(import.meta.dirname, '../..');

const test = base.extend<{ run: ChildProcessByStdio<null, Readable, null> }>({
  /** `script/run`. It and its children are stopped even if the test times out. */
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures wanted from this pattern
  run: async ({}, use) => {
    const child = spawn('script/run', ['--listen', '127.0.0.1:0', '--admin', '127.0.0.1:0'], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'inherit'],
      detached: true,
    });
    const exited = once(child, 'exit');
    await use(child);
    // The process group, because script/run starts children before it becomes the server.
    if (child.exitCode === null && child.pid) process.kill(-child.pid);
    await exited;
  },
});

test('README: script/run starts, and a wallet connects', async ({ page, run }) => {
  expect(readFileSync(resolve(root, 'README.md'), 'utf8')).toMatch(/```sh\nscript\/run /);
  for await (const line of createInterface({ input: run.stdout })) {
    const [, origin] = /^prichal: the sandbox is at (\S+)\/stand\/$/.exec(line) ?? [];
    if (origin === undefined) continue;
    await connectByExtension(await Stand.open(page, origin));
    return;
  }
  throw new Error('script/run ended before the sandbox was there');
});
