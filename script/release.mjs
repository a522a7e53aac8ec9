// Steps of script/release that need data of the packages.
//
//   node script/release.mjs check                 whether this commit can be published
//   node script/release.mjs notes FOLDER          writes release-notes.md
//   node script/release.mjs bills FOLDER          writes the bill of materials of each npm package
//   node script/release.mjs value KEY             prints a value of config/project.json
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PACKAGES } from './pack.mjs';

const root = resolve(import.meta.dirname, '..');
const read = (path) => readFileSync(join(root, path), 'utf8');
const json = (path) => JSON.parse(read(path));
const git = (...words) =>
  execFileSync('git', words, { cwd: root, encoding: 'utf8', stdio: 'pipe' }).trim();

/** Returns a line for each value of config/project.json that prevents a release. */
export function findUnready(project, names) {
  const lines = Object.entries(project)
    .filter(([key, value]) => key !== '//' && value.includes('example'))
    .map(
      ([key, value]) => `${key}: placeholder "${value}" (config/project.json). Fix: set your own`,
    );
  if (lines.length > 0) return lines;
  return (
    names
      // `npm create NAME` runs a package without a scope.
      .filter((name) => !name.startsWith(`${project.npmScope}/`) && !name.startsWith('create-'))
      .map(
        (name) =>
          `npmScope: "${project.npmScope}" is not the scope of ${name} (config/project.json). Fix: use the scope of the packages`,
      )
  );
}

/** Returns a line for each property of the commit that prevents a release. */
function findUnversioned() {
  const { version } = json('package.json');
  const lines = [];
  const built = /^project\(prichal VERSION ([\d.]+)/m.exec(read('server/CMakeLists.txt'))?.[1];
  if (built !== version)
    lines.push(
      `version: "${built}" (server/CMakeLists.txt) is not ${version}, that of package.json. Fix: make them equal`,
    );
  if (!git('tag', '--points-at', 'HEAD').split('\n').includes(`v${version}`))
    lines.push(`tag: v${version} is not on this commit. Fix: git tag v${version}`);
  if (git('status', '--porcelain') !== '')
    lines.push('work tree: has uncommitted changes. Fix: commit them');
  for (const file of readdirSync(join(root, '.changeset')).filter((name) => name.endsWith('.md')))
    lines.push(`.changeset/${file}: is in no changelog. Fix: npm run version`);
  return lines;
}

/** Returns the section of a version, without its heading. Throws if there is none. */
export function changesOf(changelog, version, path) {
  const section = changelog
    .split(/^## /m)
    .find((part) => part.split('\n', 1)[0].split(' ')[0] === version);
  if (section === undefined)
    throw new Error(`${path}: has no section "## ${version}". Fix: describe the version`);
  return section.slice(section.indexOf('\n') + 1).trim();
}

/** Returns the release notes: the changes of the server, then of each npm package. */
export function writeNotes() {
  const parts = ['.', ...PACKAGES].map((folder) => {
    const { name, version } = json(`${folder}/package.json`);
    const path = join(folder, 'CHANGELOG.md');
    const changes = changesOf(read(path), version, path).replaceAll(/^### /gm, '#### ');
    return `## ${folder === '.' ? 'Server' : name} ${version}\n\n${changes}\n`;
  });
  return parts.join('\n');
}

/**
 * Reduces a bill of materials to a package and the packages that it needs at run time. npm's also has
 * the workspace's root and the packages of its tests.
 */
export function withoutTests(bill, name, isNeeded) {
  const byId = new Map(bill.packages.map((each) => [each.SPDXID, each]));
  const own = bill.packages.find((each) => each.name === name);
  const kept = new Set([own.SPDXID]);
  const relationships = [];
  // A set visits the members that are added during the loop.
  for (const id of kept) {
    for (const each of bill.relationships) {
      if (each.relationshipType !== 'DEPENDENCY_OF' || each.relatedSpdxElement !== id) continue;
      if (!isNeeded(byId.get(id).name, byId.get(each.spdxElementId).name)) continue;
      kept.add(each.spdxElementId);
      relationships.push(each);
    }
  }
  const describes = {
    spdxElementId: bill.SPDXID,
    relatedSpdxElement: own.SPDXID,
    relationshipType: 'DESCRIBES',
  };
  return {
    ...bill,
    name: `${name}@${own.versionInfo}`,
    documentDescribes: [own.SPDXID],
    packages: bill.packages.filter((each) => kept.has(each.SPDXID)),
    relationships: [describes, ...relationships],
  };
}

/** Returns whether a package needs another one at run time. */
function isNeeded(name, dependency) {
  const folder = PACKAGES.find((each) => json(`${each}/package.json`).name === name);
  return !folder || dependency in (json(`${folder}/package.json`).dependencies ?? {});
}

/** Returns the bill of materials (SPDX) of a package: without the time and the random name that npm adds. */
function billOf(folder) {
  const { name, version } = json(`${folder}/package.json`);
  const said = execFileSync(
    'npm',
    [...['sbom', '--sbom-format', 'spdx', '--package-lock-only'], ...['--workspace', name]],
    { cwd: root, encoding: 'utf8', stdio: 'pipe' },
  );
  const bill = withoutTests(JSON.parse(said), name, isNeeded);
  bill.creationInfo.created = new Date(Number(git('log', '-1', '--format=%ct')) * 1000)
    .toISOString()
    .replace('.000Z', 'Z');
  delete bill.documentNamespace;
  const digest = createHash('sha256').update(JSON.stringify(bill)).digest('hex');
  bill.documentNamespace = `https://spdx.org/spdxdocs/${bill.name.replace('@', '')}-${digest}`;
  return [
    `${name.replace('@', '').replace('/', '-')}-${version}.spdx.json`,
    `${JSON.stringify(bill, null, 2)}\n`,
  ];
}

const STEPS = {
  check() {
    const names = PACKAGES.map((folder) => json(`${folder}/package.json`).name);
    const lines = [...findUnready(json('config/project.json'), names), ...findUnversioned()];
    if (lines.length > 0) throw new Error(lines.join('\n'));
  },
  notes: (folder) => writeFileSync(join(folder, 'release-notes.md'), writeNotes()),
  bills(folder) {
    for (const name of PACKAGES) {
      const [file, text] = billOf(name);
      writeFileSync(join(folder, file), text);
    }
  },
  value: (key) => process.stdout.write(`${json('config/project.json')[key]}\n`),
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [step, parameter] = process.argv.slice(2);
  try {
    STEPS[step](parameter);
  } catch (error) {
    process.stderr.write(`${error.message}\n${error.stderr ?? ''}`);
    process.exitCode = 1;
  }
}
