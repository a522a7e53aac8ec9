// Checks the steps of a release that need no build. package.test.mjs checks the packages.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { PACKAGES } from '../pack.mjs';
import { changesOf, findUnready, withoutTests, writeNotes } from '../release.mjs';
import changelog, { groupChanges } from '../version.mjs';

const root = resolve(import.meta.dirname, '../..');
const json = (path) => JSON.parse(readFileSync(join(root, path), 'utf8'));

const PROJECT = {
  '//': 'A value with "example" is a placeholder.',
  repositoryUrl: 'https://git.test/prichal',
  npmScope: '@prichal',
};

test('a release stops at each placeholder of config/project.json', () => {
  assert.deepEqual(findUnready(PROJECT, ['@prichal/sdk']), []);
  const [line, ...others] = findUnready({ ...PROJECT, siteUrl: 'https://docs.example.org' }, []);
  assert.match(line, /^siteUrl: placeholder "https:\/\/docs\.example\.org" .* Fix: /);
  assert.deepEqual(others, []);
});

test('a release stops if a package has another scope than config/project.json', () => {
  assert.match(findUnready(PROJECT, ['@other/sdk'])[0], /^npmScope: .*@other\/sdk.* Fix: /);
});

test('script/release publishes nothing while config/project.json has placeholders', () => {
  const { status, stdout, stderr } = spawnSync('script/release', ['npm', 'push'], {
    cwd: root,
    encoding: 'utf8',
  });
  const placeholders = Object.entries(json('config/project.json')).filter(
    ([key, value]) => key !== '//' && value.includes('example'),
  );
  for (const [key] of placeholders) assert.match(stderr, new RegExp(`^${key}: placeholder`, 'm'));
  if (placeholders.length > 0) assert.notEqual(status, 0);
  assert.doesNotMatch(stdout, /publishing|pushing/);
});

test('release notes have the changes of the server and of each package', () => {
  const notes = writeNotes();
  const { version } = json('package.json');
  const headings = PACKAGES.map((folder) => {
    const { name, version } = json(`${folder}/package.json`);
    return `## ${name} ${version}`;
  });
  for (const heading of [`## Server ${version}`, ...headings]) assert.ok(notes.includes(heading));
  assert.throws(() => changesOf('# Changelog\n\n## 0.1.0\n\n- One.\n', '0.1', 'a.md'), /a\.md/);
});

test('the bill of materials has only the packages that are needed at run time', () => {
  const packages = ['root', 'own', 'needed', 'test'].map((name) => ({
    name,
    SPDXID: name,
    versionInfo: '1.0.0',
  }));
  const needs = [
    ['own', 'root'],
    ['needed', 'own'],
    ['test', 'own'],
  ];
  const relationships = needs.map(([spdxElementId, relatedSpdxElement]) => ({
    spdxElementId,
    relatedSpdxElement,
    relationshipType: 'DEPENDENCY_OF',
  }));
  const bill = withoutTests(
    { SPDXID: 'document', packages, relationships },
    'own',
    (_, name) => name !== 'test',
  );
  assert.deepEqual(
    bill.packages.map(({ name }) => name),
    ['own', 'needed'],
  );
  assert.deepEqual(bill.documentDescribes, ['own']);
  assert.equal(bill.relationships.length, 2);
});

test('the lines of changesets are grouped under Added, Changed, Fixed and Security', async () => {
  const line = (summary) => changelog.getReleaseLine({ id: 'x', summary });
  const minor = await line('Added: a hook.\nFixed: a leak.');
  const patch = await line('Fixed: a race.');
  const written = `# Changelog\n\n## 1.1.0\n\n### Minor Changes\n\n${minor}\n\n### Patch Changes\n\n${patch}\n\n## 1.0.0\n\n### Added\n\n- All.\n`;
  assert.equal(
    groupChanges(written),
    '# Changelog\n\n## 1.1.0\n\n### Added\n\n- A hook.\n\n### Fixed\n\n- A leak.\n- A race.\n\n## 1.0.0\n\n### Added\n\n- All.\n',
  );
  await assert.rejects(line('A hook.'), /\.changeset\/x\.md: .*Fix: begin it with "Added: "/);
});

test('each file in .changeset begins its lines with a section', async () => {
  for (const file of readdirSync(join(root, '.changeset')).filter((name) => name.endsWith('.md'))) {
    const [, , summary] = readFileSync(join(root, '.changeset', file), 'utf8').split(/^---$/m);
    await changelog.getReleaseLine({ id: file.replace('.md', ''), summary });
  }
});
