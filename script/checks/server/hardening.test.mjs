// Checks that an overflow ends the server's process. The tests read the binary, not its build
// options: the developer's binary, and the release binary if it is built.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { test } from 'node:test';

for (const [folder, part] of [
  ['release', 'server'],
  ['whole-program', 'whole-program'],
]) {
  const binary = resolve(import.meta.dirname, `../../../build/${folder}/prichal`);
  const built = existsSync(binary) ? {} : { skip: `script/build ${part} comes first` };
  const readelf = (option) =>
    execFileSync('readelf', ['--wide', option, binary], {
      encoding: 'utf8',
      maxBuffer: 256 * 1024 * 1024,
    });
  /** Functions of shared libraries that the binary calls. */
  const imported = () =>
    new Set([...readelf('--dyn-syms').matchAll(/ UND (\w+)/g)].map(([, name = '']) => name));

  test(`${folder}: the binary is position-independent`, built, () => {
    assert.match(readelf('--file-header'), /Type:\s+DYN/);
    assert.match(readelf('--dynamic'), /FLAGS_1.*\bPIE\b/);
  });

  test(`${folder}: its relocations are resolved and read-only before main()`, built, () => {
    assert.match(readelf('--program-headers'), /GNU_RELRO/);
    assert.match(readelf('--dynamic'), /FLAGS_1.*\bNOW\b/);
  });

  test(`${folder}: no memory is writable and executable`, built, () => {
    const segments = readelf('--program-headers').matchAll(/^ {2}(LOAD|GNU_STACK)\b.*$/gm);
    const flags = [...segments].map(([line]) => /\b0x\w+ ([R ][W ][E ]) 0x/.exec(line)?.[1]);
    assert.ok(flags.length > 3 && flags.every((flag) => flag !== undefined), `${flags}`);
    assert.deepEqual(
      flags.filter((flag) => flag?.includes('W') && flag.includes('E')),
      [],
    );
  });

  test(`${folder}: stack frames are protected`, built, () => {
    assert.ok(imported().has('__stack_chk_fail'));
  });

  test(`${folder}: the C library checks buffer lengths`, built, () => {
    const checked = [...imported()].filter((name) => /^__\w+_chk$/.test(name));
    assert.ok(checked.length >= 2, `${checked}`);
  });

  test(`${folder}: the C++ library checks indices`, built, () => {
    assert.ok([...imported()].some((name) => name.includes('__glibcxx_assert_fail')));
  });

  test(`${folder}: the CPU checks the targets of calls and returns`, built, () => {
    if (/Machine:\s+AArch64/.test(readelf('--file-header'))) {
      assert.match(readelf('--notes'), /BTI, PAC/);
      return;
    }
    assert.match(readelf('--notes'), /x86 feature:.*SHSTK/);
    // endbr64 at the start of functions that are called through a pointer.
    const bytes = readFileSync(binary);
    const mark = Buffer.from('f30f1efa', 'hex');
    let marks = 0;
    for (let at = bytes.indexOf(mark); at >= 0; at = bytes.indexOf(mark, at + 1)) marks += 1;
    assert.ok(marks > 1000, `${marks}`);
  });
}
