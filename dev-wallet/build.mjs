// Builds the package's code and types into dist/, file by file. A roll-up for each entry would
// declare its classes once per entry, and TypeScript treats two classes with private members as
// different types.
import { execFileSync } from 'node:child_process';
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = import.meta.dirname;
const dist = join(folder, 'dist');

rmSync(dist, { recursive: true, force: true });
execFileSync('tsc', ['--project', 'tsconfig.build.json'], { cwd: folder, stdio: 'inherit' });

// The compiler rewrites `./file.ts` to `./file.js` in code, but not in types.
for (const file of globSync('**/*.d.ts', { cwd: dist })) {
  const text = readFileSync(join(dist, file), 'utf8');
  writeFileSync(join(dist, file), text.replaceAll(/(['"]\.{1,2}\/[^'"]+)\.ts(['"])/g, '$1.js$2'));
}
