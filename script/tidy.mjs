// Static analysis of the server's C++ with clang-tidy, several sources at a time.
//
//   node script/tidy.mjs BUILD FILE...            BUILD has a compile_commands.json of Clang's
//   node script/tidy.mjs --alone BUILD FILE...    only compiles each source, by itself
//
// The build compiles several sources as one (server/cmake/unity.cmake), so a source can use a header that only another
// one includes. --alone finds that.
//
// Most of the time goes into the headers that a source includes. So sources with the same compiler options are checked as
// one, in a file that includes them. If clang-tidy reports anything there, the file is split and its halves are checked, down to
// single sources: only what clang-tidy reports of a single source is a finding.

import { exec, execFile } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

const SOURCES_AT_ONCE = 60;
// The path is explicit, because clang-tidy would not find the file from the generated sources in the build.
const CHECKS = 'server/.clang-tidy';

const { values: options, positionals } = parseArgs({
  options: { alone: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const [build, ...names] = positionals;
if (!build || names.length === 0) {
  process.stderr.write('usage: node script/tidy.mjs [--alone] BUILD FILE...\n');
  process.exit(2);
}
const units = resolve(build, 'tidy');
rmSync(units, { recursive: true, force: true });
mkdirSync(units, { recursive: true });

const commands = new Map(
  JSON.parse(readFileSync(resolve(build, 'compile_commands.json'), 'utf8')).map((entry) => [
    entry.file,
    entry.command,
  ]),
);

/** Returns the command that compiles `source`. */
function commandOf(source) {
  const command = commands.get(source);
  if (!command) {
    process.stderr.write(
      `script/tidy.mjs: ${build}/compile_commands.json does not know '${source}'; is it in a CMakeLists.txt?\n`,
    );
    process.exit(1);
  }
  return command;
}

/** Returns the command without the names of the source and its object. */
const compilerOf = (source) =>
  commandOf(source)
    .replace(/ -o \S+/, '')
    .replace(/ -c \S+$/, '');

let made = 0;
/** Checks `sources` as one. Resolves with clang-tidy's messages, empty if there are none. */
function look(sources) {
  const folder = resolve(units, `${++made}`);
  const file = resolve(folder, 'sources.cpp');
  mkdirSync(folder);
  // The check forbids including sources, which this file does on purpose.
  const included = sources.map(
    (source) => `#include "${source}" // NOLINT(bugprone-suspicious-include)\n`,
  );
  writeFileSync(file, included.join(''));
  const command = `${compilerOf(sources[0])} -c ${file}`;
  writeFileSync(
    resolve(folder, 'compile_commands.json'),
    JSON.stringify([{ directory: folder, file, command }]),
  );
  const [database, looked] = sources.length > 1 ? [folder, file] : [build, sources[0]];
  return new Promise((done) => {
    execFile(
      'clang-tidy-16',
      ['-p', database, '--quiet', `--config-file=${CHECKS}`, '--warnings-as-errors=*', looked],
      { maxBuffer: 1 << 28 },
      // If clang-tidy is missing or was killed, its own output is empty.
      (failure, out, errors) => done(failure ? out + errors || `${failure.message}\n` : ''),
    );
  });
}

/**
 * Compiles `source` by itself, without output. Resolves with the compiler's messages, empty if
 * there are none.
 */
function compile(source) {
  const command = `${compilerOf(source)} -fsyntax-only ${source}`;
  return new Promise((done) => {
    exec(command, { cwd: build, maxBuffer: 1 << 28 }, (failure, out, errors) =>
      done(failure ? out + errors || `${failure.message}\n` : ''),
    );
  });
}

const batches = [];
for (const sources of Map.groupBy(
  names.map((name) => resolve(name)),
  options.alone ? (source) => source : compilerOf,
).values()) {
  for (let first = 0; first < sources.length; first += SOURCES_AT_ONCE) {
    batches.push(sources.slice(first, first + SOURCES_AT_ONCE));
  }
}
// Largest first: they are taken from the end.
const waiting = batches.sort((one, other) => one.length - other.length);

let findings = 0;
let alone = 0;
async function lookOnAndOn() {
  for (let sources = waiting.pop(); sources; sources = waiting.pop()) {
    const said = await (options.alone ? compile(sources[0]) : look(sources));
    if (sources.length === 1) {
      alone += 1;
      if (said) {
        findings += 1;
        process.stdout.write(said.replace(/^\d+ warnings.* generated\.\n/gm, ''));
      }
    } else if (said) {
      const half = sources.length >> 1;
      waiting.push(sources.slice(0, half), sources.slice(half));
    }
  }
}
// A worker may finish while another still splits a batch. That worker checks the halves itself.
await Promise.all(Array.from({ length: availableParallelism() }, lookOnAndOn));
process.stdout.write(
  `${names.length} sources, ${alone} of them looked at alone, ${findings} with findings\n`,
);
process.exitCode = findings > 0 ? 1 : 0;
