// Checks that `script/run` works on a bare Debian 12: every file in /usr that configuring or
// compiling without tests uses belongs to a package of script/packages/run, or to a dependency of
// one.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';

const run = (program, ...args) =>
  execFileSync(program, args, {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    stdio: ['ignore', 'pipe', 'pipe'],
  });

/** Returns the packages with all of their dependencies, as installed here. */
function withDependencies(names) {
  const field = (name) => `\${${name}}`;
  const format = `${field('Package')}\t${field('Pre-Depends')}, ${field('Depends')}\t${field('Provides')}\n`;
  const packages = new Map();
  for (const line of run('dpkg-query', '--show', `--showformat=${format}`).split('\n')) {
    const [name, depends = '', provides = ''] = line.split('\t');
    const namesIn = (list) => list.split(/[,|]/).map((one) => one.trim().split(/[ :]/)[0]);
    packages.set(name, namesIn(depends));
    for (const virtual of namesIn(provides)) {
      packages.set(virtual, [...(packages.get(virtual) ?? []), name]);
    }
  }
  const found = new Set(names);
  for (const name of found) for (const need of packages.get(name) ?? []) found.add(need);
  return found;
}

/** Returns the owner of each file, from `dpkg --search`. Omits files without an owner. */
function ownersOf(files) {
  let answer;
  try {
    answer = run('dpkg', '--search', ...files);
  } catch (error) {
    answer = error.stdout; // a file has no owner
  }
  return new Map(
    answer
      .split('\n')
      .filter((line) => line.includes(': /'))
      .map((line) => [line.slice(line.indexOf(': ') + 2), line.split(/[:,]/)[0]]),
  );
}

test('script/packages/run lists the packages that a build without tests needs', () => {
  const listed = readFileSync('script/packages/run', 'utf8')
    .split('\n')
    .filter((line) => line && !line.startsWith('#'));
  const allowed = withDependencies(listed);
  const build = mkdtempSync(join(tmpdir(), 'prichal-run-'));
  try {
    run(
      'cmake',
      '-S',
      'server',
      '-B',
      build,
      '-G',
      'Ninja',
      '-DPRICHAL_TESTS=OFF',
      '-DCMAKE_BUILD_TYPE=Release',
    );
    const cache = readFileSync(join(build, 'CMakeCache.txt'), 'utf8');
    const found = new Set();
    for (const [, path] of cache.matchAll(/^\w+:(?:PATH|FILEPATH|INTERNAL)=(\/usr\/\S+)$/gm)) {
      // CMake caches the folder of a package's configuration.
      const name = path.split('/').at(-1);
      const files = [path, join(path, `${name}Config.cmake`), join(path, `${name}-config.cmake`)];
      const file = files.find((one) => statSync(one, { throwIfNoEntry: false })?.isFile());
      if (file) found.add(file);
    }
    // Headers that the program's objects were compiled with.
    const objects = new Set(
      JSON.parse(readFileSync(join(build, 'compile_commands.json'), 'utf8')).map(
        ({ command }) => / -o (\S+)/.exec(command)[1],
      ),
    );
    for (const paragraph of run('ninja', '-C', 'build/release', '-t', 'deps').split('\n\n')) {
      const [head, ...headers] = paragraph.split('\n').filter((line) => !line.startsWith('ninja:'));
      if (!objects.has(head?.split(':')[0])) continue;
      for (const header of headers) if (header.includes('/usr/')) found.add(header.trim());
    }
    const missing = [...ownersOf(found)].filter(([, owner]) => !allowed.has(owner));
    assert.deepEqual(missing, [], 'script/packages/run lacks the packages of these files');
    assert.ok(found.size > 100, `only ${found.size} files were found`);
  } finally {
    rmSync(build, { recursive: true });
  }
});
