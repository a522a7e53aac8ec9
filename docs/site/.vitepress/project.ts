/* Facts of the project that the site shows: config/project.json and the version of package.json. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

type Name = 'repositoryUrl' | 'siteUrl' | 'npmScope' | 'image' | 'securityContact';

const root = resolve(import.meta.dirname, '../../..');
const read = (path: string): Record<string, string> =>
  JSON.parse(readFileSync(resolve(root, path), 'utf8'));

/** Values of config/project.json. A placeholder, which contains "example", is left out. */
export const project = Object.fromEntries(
  Object.entries(read('config/project.json')).filter(
    ([name, value]) => name !== '//' && !value.includes('example'),
  ),
) as Partial<Record<Name, string>>;

export const version = read('package.json').version ?? '';
