// What programs decide by when sign-in refuses something: each code of the sources is one that
// docs/http-api.md explains, and the other way round.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { test } from 'node:test';

const root = resolve(import.meta.dirname, '../..');
const read = (path) => readFileSync(resolve(root, path), 'utf8');

/** Every text of a statement that says which code a problem has. */
const codesIn = (text, pattern) =>
  [...text.matchAll(pattern)].flatMap(([statement]) =>
    [...statement.matchAll(/"([a-z]+(?:_[a-z]+)*)"/g)].map(([, code]) => code),
  );

test('every code of sign-in is documented', () => {
  const sources = globSync('server/src/signin/{http,service}/*.cpp', { cwd: root }).map(read);
  const problems = sources.flatMap((text) =>
    codesIn(text, /(?:\.code\s*=\s*|NotMet\()(?:[\w.()]+ \? )?"[^,}]*/g),
  );
  const initData = codesIn(
    read('server/src/signin/http/proof_sign_in.cpp'),
    /std::string_view CodeOf\([\s\S]*?\n}/g,
  );
  const proofs = codesIn(
    read('server/src/signin/ton/proof_request.cpp'),
    /std::string_view CodeOf\([\s\S]*?\n}/g,
  );
  assert.ok(problems.length > 30 && initData.length > 4 && proofs.length > 15);
  const section =
    /\n### Codes of sign-in\n([\s\S]*?)\n##/.exec(read('docs/http-api.md'))?.[1] ?? '';
  const told = [...section.matchAll(/^\| (`[^|]*) \|/gm)].flatMap(([, cell]) =>
    [...cell.matchAll(/`([a-z_]+)`/g)].map(([, code]) => code),
  );
  assert.deepEqual(told.toSorted(), [...new Set([...problems, ...initData, ...proofs])].toSorted());
});
