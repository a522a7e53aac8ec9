// Applies each mutation of docs/internals/specification.md's rows and runs the tests that the row
// names: one of them must fail. Files on the disk stay unchanged, because Vite applies the mutation
// when it reads the file.
//
//   node script/mutants/run.mjs [ROW...]     all rows, or these: `9.22`
import { resolve } from 'node:path';
import { createVitest } from 'vitest/node';
import { isVitest, mutants, root, rows, testsOf } from '../checks/specification-table.mjs';

const wanted = process.argv.slice(2);
const chosen = mutants.filter(({ row }) => wanted.length === 0 || wanted.includes(row));
if (chosen.length === 0) {
  process.stderr.write(
    `prichal: no mutant for ${wanted.join(', ')}: name rows of docs/internals/specification.md, as 9.22\n`,
  );
  process.exit(2);
}

const say = (line) => process.stdout.write(`${line}\n`);

const escaped = (text) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
/** Returns a pattern for the title at run time, in which placeholders may be anything. */
const pattern = (title) =>
  escaped(title)
    .replace(/%[a-z]/g, '.*')
    .replace(/\\\$\\\{[^}]*\\\}/g, '.*');

process.env.NODE_ENV ??= 'test';
const silent = { onInit() {} };
const vitest = await createVitest('test', {
  config: resolve(root, 'script/mutants/vitest.config.ts'),
  root,
  watch: false,
  reporters: [silent],
});

/** Timeouts of a test that must pass, and of one that must fail, in ms. */
const SOUND_MS = 60_000;
const BROKEN_MS = 6_000;

/**
 * Runs the named tests with a mutation, or without one.
 * @returns the verdicts of the tests that ran
 */
async function run(tests, mutant) {
  process.env.PRICHAL_MUTANT = JSON.stringify(mutant);
  for (const { vite } of vitest.projects) {
    for (const { moduleGraph } of Object.values(vite.environments)) moduleGraph.invalidateAll();
  }
  // Broken code is rarely slow: most of its tests wait for an event that never comes.
  const patience = mutant ? BROKEN_MS : SOUND_MS;
  for (const { config } of vitest.projects) {
    config.testTimeout = patience;
    config.expect.poll = { timeout: patience / 2 };
  }
  vitest.setGlobalTestNamePattern(
    new RegExp(`(?:^| )(?:${tests.map(({ title }) => pattern(title)).join('|')})$`),
  );
  const files = new Set(tests.map(({ file }) => resolve(root, file)));
  const specifications = [...files].flatMap((file) =>
    vitest.projects
      .filter((project) => project.matchesTestGlob(file))
      .map((project) => project.createSpecification(file)),
  );
  const { testModules: known } = await vitest.runTestSpecifications(specifications, false);
  // The modules of earlier runs are included.
  const testModules = known.filter(({ moduleId }) => files.has(moduleId));
  const ran = testModules.flatMap((module) => [...module.children.allTests()]);
  return {
    passed: ran.filter((test) => test.result().state === 'passed').length,
    failed: ran.filter((test) => test.result().state === 'failed').map(({ fullName }) => fullName),
    broken: testModules.flatMap((module) => module.errors().map(({ message }) => message)),
  };
}

const testsOfRow = new Map(rows.map((row) => [row.number, testsOf(row).filter(isVitest)]));
const began = Date.now();
let faults = 0;
function fault(what) {
  faults += 1;
  say(what);
}

const all = [...new Set(chosen.map(({ row }) => row))].flatMap((row) => testsOfRow.get(row) ?? []);
const asItIs = await run(all, null);
say(`${asItIs.passed} tests pass as it is`);
for (const name of [...asItIs.failed, ...asItIs.broken]) fault(`fails as it is: ${name}`);
for (const mutant of chosen) {
  const { row, file, from, to } = mutant;
  const began = Date.now();
  const { passed, failed, broken } = await run(testsOfRow.get(row) ?? [], mutant);
  let verdict = failed.length > 0 ? 'killed' : 'SURVIVES';
  if (broken.length > 0) verdict = `does not even load (${broken.join(' ')})`;
  else if (passed + failed.length === 0) verdict = 'meets no test';
  if (verdict === 'killed') say(`${row.padEnd(5)} killed in ${Date.now() - began} ms`);
  else fault(`${row.padEnd(5)} ${verdict}: ${file}\n      ${from} → ${to}`);
}
await vitest.close();
const seconds = Math.round((Date.now() - began) / 1000);
say(`\n${chosen.length} mutants, ${faults} not killed, ${seconds} s`);
process.exit(faults === 0 ? 0 : 1);
