// Checks the systemd unit: systemd understands it, and it removes the privileges that the server
// does not need.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { test } from 'node:test';

const unit = resolve(import.meta.dirname, '../../../packaging/systemd/prichal.service');
const MOST_EXPOSED = 1.5;

const analyze = (...words) => spawnSync('systemd-analyze', words, { encoding: 'utf8' });
const there =
  analyze('--version').status === 0 ? {} : { skip: 'systemd-analyze is not installed here' };

test(`the unit's exposure is ${MOST_EXPOSED} at most`, there, () => {
  const { stdout, stderr } = analyze('security', '--offline=yes', '--no-pager', unit);
  const [, exposure = ''] =
    /Overall exposure level for prichal\.service: ([\d.]+)/.exec(stdout) ?? [];
  assert.notEqual(exposure, '', stderr);
  assert.ok(Number(exposure) <= MOST_EXPOSED, stdout);
});

test('systemd understands every line of the unit', there, () => {
  const { stderr } = analyze('--man=no', 'verify', unit);
  // The programs that the unit starts may not be installed here.
  const unknown = stderr
    .split('\n')
    .filter((line) => line.includes('prichal.service') && !line.includes('is not executable'));
  assert.deepEqual(unknown, []);
});

test('the stop timeout is long enough to drain', () => {
  const [, seconds] = /^TimeoutStopSec=(\d+)$/m.exec(readFileSync(unit, 'utf8')) ?? [];
  assert.ok(Number(seconds) >= 10);
});
