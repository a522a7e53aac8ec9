// The error codes of sign-in are the same in the sources and in the catalogue, docs/site/generate/texts/errors.yaml.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { test } from 'node:test';
import { parse } from 'yaml';

const root = resolve(import.meta.dirname, '../..');
const read = (path) => readFileSync(resolve(root, path), 'utf8');

/** Returns the codes of problems in statements that match the pattern. */
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
  const catalogue = parse(read('docs/site/generate/texts/errors.yaml'));
  const { groups } = catalogue.find(({ id }) => id === 'sign-in');
  const documented = groups.flatMap(({ errors }) => errors.map(({ code }) => code));
  assert.deepEqual(
    documented.toSorted(),
    [...new Set([...problems, ...initData, ...proofs])].toSorted(),
  );
});
