// Runs the parts of `script/test` in three lanes. The first compiles, the second runs the server's tests, the third
// runs tests that wait for browsers and connections. This keeps both processors busy.
//
//   node script/test-parts.mjs [--all] [NAME...]
//   node script/test-parts.mjs --list
//
// The output of a part goes to build/test/NAME.log. The end of a failed part's output is printed again at the end.
// With --all, parts run with TEST_WHOLE=1 in their environment and include what only the whole gate runs.

import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';

const LOGS = 'build/test';
/** Lines of a failed part that are printed again at the end. */
const LINES_OF_A_FAILURE = 80;

/** Ends the run with one line: the problem and its fix. @returns {never} */
function stop(problem, fix) {
  process.stderr.write(`prichal: ${problem}. Fix: ${fix}\n`);
  process.exit(2);
}

const names = process.argv.slice(2).filter((argument) => !argument.startsWith('-'));
const flags = process.argv.slice(2).filter((argument) => argument.startsWith('-'));
const unknown = flags.find((flag) => flag !== '--all' && flag !== '--list');
if (unknown) stop(`unknown option '${unknown}'`, 'use --all, --list or names of parts');
const whole = flags.includes('--all');

// Clang compiles an unoptimised test in half of GCC's time and has warnings that GCC lacks.
const clang =
  '-DCMAKE_BUILD_TYPE=Debug -DCMAKE_C_COMPILER=clang-16 -DCMAKE_CXX_COMPILER=clang++-16';
// Larger batches than those of a developer's build (server/cmake/unity.cmake) save a third of the CPU time.
const sanitizers = `${clang} -DCMAKE_CXX_FLAGS_DEBUG=-O1 -DCMAKE_UNITY_BUILD_BATCH_SIZE=60 -DPRICHAL_SANITIZE`;
const configured = {
  release: '-DCMAKE_BUILD_TYPE=Release',
  sanitize: `${sanitizers}=address,undefined`,
  thread: `${sanitizers}=thread`,
};

/** Compilers have the lowest priority, so that the tests of the other lanes run first. */
const compile = (build) => `
  cmake -S server -B build/${build} -G Ninja -DPRICHAL_TESTS=ON ${configured[build]} >/dev/null
  nice -n 19 ninja -C build/${build} --quiet`;

/** A command that runs the server's tests of build/BUILD. `around`: a command that starts ctest. */
function serverTests(build, around = '') {
  const level = whole ? '' : '--label-exclude whole';
  return `
    ${around} ctest --test-dir build/${build} --parallel 4 --output-on-failure ${level} || {
      echo; echo "== what the failed tests say"
      grep --extended-regexp --after-context 12 ': Failure$|Sanitizer|  WRONG: | hangs: ' \
        build/${build}/Testing/Temporary/LastTest.log | tail --lines 60
      exit 1
    }`;
}

const git = (...args) =>
  execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(Boolean);

/** The sources for clang-tidy: all of them, or those that the branch, the last commit or the work tree changed. */
function analysedSources() {
  const production = git('ls-files', 'server/src/*.cpp', 'server/tools/chaos/*.cpp').filter(
    (file) => !file.endsWith('_test.cpp'),
  );
  if (whole) return production;
  const [upstream = 'HEAD'] = git(
    'for-each-ref',
    '--format=%(upstream)',
    git('rev-parse', '--symbolic-full-name', 'HEAD')[0],
  );
  const [base] = git('merge-base', 'HEAD~1', upstream);
  const changed = git('diff', '--name-only', '--diff-filter=d', base, '--', 'server');
  const headers = changed
    .filter((file) => file.endsWith('.h'))
    .map((file) => file.replace(/^server\/((src|tools)\/)?/, ''));
  return production.filter((file) => {
    if (changed.includes(file)) return true;
    const text = readFileSync(file, 'utf8');
    return headers.some((header) => text.includes(`#include "${header}"`));
  });
}

/**
 * @typedef {object} Part
 * @property {string} does description of its tests
 * @property {keyof typeof lanes} lane where it waits for its turn
 * @property {keyof typeof levels} level which of `script/test` and `script/test --all` runs it
 * @property {string[]} [needs] parts of other lanes that must have passed
 * @property {string} run a Bash script that fails when the part does
 * @property {boolean} [build] whether it builds for other parts and tests nothing
 */

/**
 * Parts of each lane, in order of execution: builds, then the cheapest.
 * @type {Record<string, Part>}
 */
const parts = {
  release: {
    does: 'the server that the tests of the web run against',
    lane: 'compiler',
    level: 'short',
    build: true,
    run: 'nice -n 5 script/build server',
  },
  'server-build': {
    does: "the server's tests",
    lane: 'compiler',
    level: 'short only',
    build: true,
    run: compile('release'),
  },
  server: {
    does: 'server tests (GoogleTest)',
    lane: 'server',
    level: 'short only',
    needs: ['server-build'],
    run: serverTests('release'),
  },
  'sanitize-build': {
    does: 'the same with ASan and UBSan',
    lane: 'compiler',
    level: 'whole',
    build: true,
    run: compile('sanitize'),
  },
  sanitize: {
    does: 'server tests under ASan and UBSan',
    lane: 'server',
    level: 'whole',
    needs: ['sanitize-build'],
    run: serverTests('sanitize'),
  },
  'thread-build': {
    does: 'the same with ThreadSanitizer',
    lane: 'compiler',
    level: 'whole',
    build: true,
    run: compile('thread'),
  },
  thread: {
    does: 'server tests with threads under ThreadSanitizer',
    lane: 'server',
    level: 'whole',
    needs: ['thread-build'],
    // Clang 16's ThreadSanitizer cannot map its memory if the kernel randomises addresses widely
    // ("unexpected memory mapping"). Some containers do not let a process turn that off.
    run: serverTests(
      'thread',
      '$(setarch --addr-no-randomize true 2>/dev/null && echo setarch --addr-no-randomize)',
    ),
  },
  tidy: {
    does: 'C++ static analysis (clang-tidy); without --all, of changed sources',
    lane: 'compiler',
    level: 'short',
    get run() {
      const files = analysedSources();
      if (files.length === 0) return 'echo "no source of the server has changed"';
      // Compiles only changed sources without their batch. All of them would take longer than clang-tidy.
      const alone = whole
        ? ''
        : `nice -n 19 node script/tidy.mjs --alone build/tidy ${files.join(' ')}`;
      return `
      cmake -S server -B build/tidy -G Ninja -DPRICHAL_TESTS=ON -DCMAKE_UNITY_BUILD=OFF \\
        -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON ${clang} >/dev/null
      nice -n 19 node script/tidy.mjs build/tidy ${files.join(' ')}
      ${alone}`;
    },
  },
  'server-mutants': {
    does: 'the server, broken at each place of a list: its tests must fail',
    lane: 'compiler',
    level: 'named',
    run: 'node script/mutants/server.mjs',
  },

  format: {
    does: 'C++ formatting (clang-format) and Lua scripts (luacheck)',
    lane: 'clients',
    level: 'short',
    run: `git ls-files --cached --others --exclude-standard 'server/*.h' 'server/*.cpp' |
      xargs clang-format-16 --dry-run --Werror
      git ls-files --cached --others --exclude-standard 'server/*.lua' |
      xargs luacheck --quiet --std lua51 --read-globals redis KEYS ARGV cjson bit --max-line-length 120 --`,
  },
  lint: {
    does: 'web lint and formatting (Biome)',
    lane: 'clients',
    level: 'short',
    run: 'npm run --silent lint',
  },
  types: {
    does: 'TypeScript types',
    lane: 'clients',
    level: 'short',
    run: 'npm run --silent types',
  },
  web: {
    does: 'the mini app and the sandbox',
    lane: 'clients',
    level: 'short',
    build: true,
    run: 'script/build web',
  },
  unit: {
    does: 'web unit and browser tests (Vitest)',
    lane: 'clients',
    level: 'short',
    run: 'npm run --silent test:unit',
  },
  size: {
    does: 'bytes of first paint and of each package',
    lane: 'clients',
    level: 'short',
    needs: ['release', 'web'],
    run: `
      script/build packages
      npm run --silent test:size
      npm run --silent size`,
  },
  checks: {
    does: 'import rules, documentation, lock files, packaging',
    lane: 'clients',
    level: 'short',
    needs: ['release', 'web'],
    run: `
      npm run --silent test:checks
      npm run --silent test:checks:server`,
  },
  contract: {
    does: 'each operation of docs/api on the real binary',
    lane: 'clients',
    level: 'short',
    needs: ['release', 'web'],
    run: 'npm run --silent test:contract',
  },
  abuse: {
    does: 'hostile clients against the real binary',
    lane: 'clients',
    level: 'short',
    needs: ['release', 'web'],
    run: 'npm run --silent test:abuse',
  },
  recipes: {
    does: "the documentation's recipes, set up as they are written and asked from outside",
    lane: 'clients',
    level: 'whole',
    needs: ['release', 'web'],
    run: 'npm run --silent test:recipes',
  },
  paths: {
    does: "the documentation's paths, followed command by command in empty folders",
    lane: 'clients',
    level: 'whole',
    needs: ['release', 'web'],
    run: 'npm run --silent test:paths',
  },
  site: {
    does: "the documentation's site: links, requests to other hosts, axe, search, the builder",
    lane: 'clients',
    level: 'whole',
    needs: ['release', 'web'],
    run: 'script/build site; npm run --silent test:site',
  },
  e2e: {
    does: 'journeys in Chromium against the real binary',
    lane: 'clients',
    level: 'short',
    needs: ['release', 'web'],
    run: 'npm run --silent test:e2e',
  },
  engines: {
    does: 'gallery and main journeys in Blink, Gecko and WebKit',
    lane: 'clients',
    level: 'whole',
    needs: ['release', 'web'],
    run: 'npm run --silent test:engines',
  },
  mutants: {
    does: 'each row of docs/internals/specification.md, broken: its tests must fail',
    lane: 'clients',
    level: 'named',
    needs: ['release', 'web'],
    run: 'node script/mutants/run.mjs',
  },
};

const seconds = (from) => Math.round((performance.now() - from) / 1000);
const say = (line) => process.stdout.write(`${line}\n`);
const levels = {
  short: 'both levels',
  'short only': 'script/test',
  whole: 'script/test --all',
  named: 'only when named',
};

if (flags.includes('--list')) {
  for (const [name, { does, level, build }] of Object.entries(parts)) {
    if (!build) say(`${name.padEnd(15)} ${levels[level].padEnd(18)} ${does}`);
  }
  process.exit();
}
const testing = Object.keys(parts).filter((name) => !parts[name].build);
for (const name of names) {
  if (!testing.includes(name)) stop(`unknown part '${name}'`, `name one of ${testing.join(', ')}`);
}

/** The parts of this run: the named ones or those of the level, and the builds that they need. */
const chosen = new Set(
  names.length > 0
    ? names
    : Object.keys(parts).filter((name) =>
        ['short', whole ? 'whole' : 'short only'].includes(parts[name].level),
      ),
);
for (const name of chosen) for (const need of parts[name].needs ?? []) chosen.add(need);

/** Running parts, each with a process group of its own. */
const running = new Set();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.once(signal, () => {
    for (const { pid } of running) process.kill(-pid, 'SIGTERM');
    process.exit(1);
  });
}

/** Runs one part to its end; returns whether it passed and the seconds of processor time that it used. */
async function run(name) {
  const file = `${LOGS}/${name}.log`;
  const log = openSync(file, 'w');
  const script = `TIMEFORMAT='processor seconds: %U %S'; time { ${parts[name].run}\n}`;
  const child = spawn('bash', ['-euo', 'pipefail', '-c', script], {
    detached: true,
    stdio: ['ignore', log, log],
    env: { ...process.env, ...(whole ? { TEST_WHOLE: '1' } : {}) },
  });
  closeSync(log);
  running.add(child);
  const [code] = await once(child, 'exit');
  running.delete(child);
  // A part that fails ends before its time is printed.
  const [, user = 0, system = 0] =
    /^processor seconds: (\S+) (\S+)\n$/m.exec(readFileSync(file, 'utf8')) ?? [];
  return { passed: code === 0, processor: Number(user) + Number(system) };
}

mkdirSync(LOGS, { recursive: true });
const alone = [...chosen].filter((name) => !parts[name].build).length === 1;
const began = performance.now();
const table = [];
const failures = [];

/** Last task of each lane. */
const lanes = {
  compiler: Promise.resolve(true),
  server: Promise.resolve(true),
  clients: Promise.resolve(true),
};
/** Resolves to whether the part passed. @type {Map<string, Promise<boolean>>} */
const results = new Map();
async function turn(name, before) {
  await before;
  const needs = (parts[name].needs ?? []).map((need) => results.get(need));
  const needed = (await Promise.all(needs)).every(Boolean);
  say(`==> ${name}: ${parts[name].does}`);
  const start = performance.now();
  const { passed, processor } = needed ? await run(name) : { passed: false, processor: 0 };
  const verdict = passed ? 'ok' : needed ? 'FAILED' : 'FAILED (not built)';
  const row = `${name.padEnd(14)} ${verdict.padEnd(7)} ${String(seconds(start)).padStart(5)} s ${String(Math.round(processor)).padStart(5)} s CPU  ${parts[name].does}`;
  say(row);
  table.push(row);
  if (needed && !passed) failures.push(name);
  if (alone && !parts[name].build) say(readFileSync(`${LOGS}/${name}.log`, 'utf8'));
  return passed;
}
for (const name of Object.keys(parts)) {
  if (!chosen.has(name)) continue;
  lanes[parts[name].lane] = turn(name, lanes[parts[name].lane]);
  results.set(name, lanes[parts[name].lane]);
}
const passes = await Promise.all(results.values());

for (const name of failures) {
  const lines = readFileSync(`${LOGS}/${name}.log`, 'utf8').split('\n');
  say(`\n== the end of ${LOGS}/${name}.log`);
  say(lines.slice(-LINES_OF_A_FAILURE).join('\n'));
}
const passed = passes.filter(Boolean).length;
say(`\n${table.join('\n')}\nin ${seconds(began)} s`);
say(`${passed} passed, ${passes.length - passed} failed`);
process.exitCode = passed === passes.length ? 0 : 1;
