// The README's first command, in the checkout that it is for, and its steps to a connected wallet.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { connectByExtension } from '../fixtures/connect.ts';
import { Stand } from '../fixtures/stand.ts';
import { expect, test } from './test.ts';

const root = resolve(import.meta.dirname, '../..');

test('README: script/run, and a wallet is connected', async ({ page }) => {
  expect(readFileSync(resolve(root, 'README.md'), 'utf8')).toMatch(/```sh\nscript\/run /);
  const child = spawn('script/run', ['--listen', '127.0.0.1:0', '--admin', '127.0.0.1:0'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  const exited = once(child, 'exit');
  try {
    for await (const line of createInterface({ input: child.stdout })) {
      const [, origin] = /^prichal: the stand is at (\S+)\/stand\/$/.exec(line) ?? [];
      if (origin === undefined) continue;
      await connectByExtension(await Stand.open(page, origin));
      return;
    }
    throw new Error('script/run ended before the stand was there');
  } finally {
    // It becomes the server, but for what it installs and builds before, where that is not done yet.
    if (child.exitCode === null && child.pid) process.kill(-child.pid);
    await exited;
  }
});
