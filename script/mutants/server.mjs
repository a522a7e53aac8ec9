// Applies each mutation of server.json and runs the tests that it names: one of them must fail. The
// work tree stays unchanged: a copy of `server` in build/mutants is mutated and built.
//
//   node script/mutants/server.mjs [FILE...]     all, or those of these files: `server/src/http/connection/connection.cpp`
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
const mutants = JSON.parse(readFileSync(new URL('server.json', import.meta.url), 'utf8'));
const wanted = process.argv.slice(2);
const chosen = mutants.filter(({ file }) => wanted.length === 0 || wanted.includes(file));
if (chosen.length === 0) {
  process.stderr.write(
    `prichal: no mutant of ${wanted.join(', ')}: name files as server.json does\n`,
  );
  process.exit(2);
}

const say = (line) => process.stdout.write(`${line}\n`);
const copy = resolve(root, 'build/mutants');
const build = resolve(copy, 'build');
/** Timeout of a test, after which the watchdog reports a hang. */
const env = { ...process.env, PRICHAL_TEST_SECONDS: '60' };

function run(command, args) {
  const { status, stdout, stderr } = spawnSync(command, args, { env, encoding: 'utf8' });
  return { passed: status === 0, said: `${stdout}${stderr}` };
}

// Only changed files are written, so that a second run builds only those.
rmSync(resolve(copy, 'server'), { recursive: true, force: true });
mkdirSync(copy, { recursive: true });
cpSync(resolve(root, 'server'), resolve(copy, 'server'), {
  recursive: true,
  preserveTimestamps: true,
});
for (const shared of ['config', 'docs', 'connect', 'package.json']) {
  rmSync(resolve(copy, shared), { force: true });
  symlinkSync(resolve(root, shared), resolve(copy, shared));
}
const configured = run('cmake', [
  ...['-S', resolve(copy, 'server'), '-B', build, '-G', 'Ninja'],
  ...['-DPRICHAL_TESTS=ON', '-DCMAKE_BUILD_TYPE=Debug'],
]);
if (!configured.passed) {
  process.stderr.write(configured.said);
  process.exit(1);
}
const compiles = () => run('ninja', ['-C', build, '--quiet', 'prichal_tests']);
const test = (filter) =>
  run(resolve(build, 'prichal_tests'), ['--gtest_brief=1', `--gtest_filter=${filter}`]);

let faults = 0;
function fault(what) {
  faults += 1;
  say(what);
}

const began = Date.now();
const sound = compiles();
if (!sound.passed) {
  process.stderr.write(sound.said);
  process.exit(1);
}
const asItIs = test(chosen.map(({ tests }) => tests).join(':'));
if (!asItIs.passed) fault(`fails as it is:\n${asItIs.said}`);
for (const { file, from, to, tests } of chosen) {
  const path = resolve(copy, file);
  const text = readFileSync(path, 'utf8');
  const place = `${file}\n      ${from.trim()} → ${to.trim() || 'nothing'}`;
  if (text.split(from).length !== 2) {
    fault(`names no single place: ${place}`);
    continue;
  }
  writeFileSync(
    path,
    text.replace(from, () => to),
  );
  const compiled = compiles();
  if (!compiled.passed) fault(`does not compile: ${place}\n${compiled.said}`);
  else if (test(tests).passed) fault(`SURVIVES: ${place}`);
  else say(`killed: ${place}`);
  writeFileSync(path, text);
}
const seconds = Math.round((Date.now() - began) / 1000);
say(`\n${chosen.length} mutants of the server, ${faults} not killed, ${seconds} s`);
process.exit(faults === 0 ? 0 : 1);
