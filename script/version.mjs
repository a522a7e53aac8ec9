// Writes the next versions and changelogs of the npm packages from the files in .changeset.
//
//   npm run version
//
// Each file in .changeset has lines such as "Added: …". Changesets groups them by the kind of version; this script
// groups them under Added, Changed, Fixed and Security. .changeset/config.json imports it for the lines.
import { execFileSync } from 'node:child_process';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = resolve(import.meta.dirname, '..');
const SECTIONS = ['Added', 'Changed', 'Fixed', 'Security'];

/** Returns the lines of a changeset for a changelog, or throws if a line belongs to no section. */
function getReleaseLine({ id, summary }) {
  const lines = summary.split('\n').filter((line) => line.trim() !== '');
  for (const line of lines) {
    if (SECTIONS.some((section) => line.startsWith(`${section}: `))) continue;
    throw new Error(
      `.changeset/${id}.md: line "${line}" has no section. Fix: begin it with ${SECTIONS.map((each) => `"${each}: "`).join(' or ')}`,
    );
  }
  return lines.map((line) => `- ${line}`).join('\n');
}

/** Returns the lines about updated dependencies. */
function getDependencyReleaseLine(_, updated) {
  return updated
    .map(({ name, newVersion }) => `- Changed: requires \`${name}\` ${newVersion}.`)
    .join('\n');
}

export default {
  getReleaseLine: async (changeset) => getReleaseLine(changeset),
  getDependencyReleaseLine: async (...parameters) => getDependencyReleaseLine(...parameters),
};

/** Groups the lines of each version that Changesets has written by section. */
export function groupChanges(changelog) {
  const parts = changelog.split(/^(?=## )/m);
  return parts
    .map((part) => {
      if (!/^### (Major|Minor|Patch) Changes$/m.test(part)) return part;
      const groups = SECTIONS.map((section) => {
        const lines = [...part.matchAll(new RegExp(`^- ${section}: (.*)$`, 'gm'))];
        if (lines.length === 0) return '';
        return `### ${section}\n\n${lines.map(([, text]) => `- ${text[0].toUpperCase()}${text.slice(1)}\n`).join('')}\n`;
      });
      return `${part.split('\n', 1)[0]}\n\n${groups.join('')}`;
    })
    .join('')
    .replace(/\n+$/, '\n');
}

/** Writes the packages' versions into the apps that are outside of the workspaces. */
function updateApps(names) {
  const manifests = globSync('{examples,e2e/guests/fixtures}/*/package.json', { cwd: root });
  for (const file of manifests.map((path) => join(root, path))) {
    const text = readFileSync(file, 'utf8').replaceAll(
      /"(@prichal\/([\w-]+))": "\d[^"]*"/g,
      (all, name, folder) => (names.includes(folder) ? `"${name}": "${versionOf(folder)}"` : all),
    );
    writeFileSync(file, text);
  }
}

const versionOf = (folder) =>
  JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')).version;

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { PACKAGES } = await import('./pack.mjs');
  execFileSync('changeset', ['version'], { cwd: root, stdio: 'inherit' });
  for (const name of PACKAGES) {
    const file = join(root, name, 'CHANGELOG.md');
    writeFileSync(file, groupChanges(readFileSync(file, 'utf8')));
  }
  updateApps(PACKAGES);
  execFileSync('npm', ['install', '--package-lock-only', '--ignore-scripts'], { cwd: root });
}
