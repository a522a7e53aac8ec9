// The package's code and types, file by file: dist/. A roll-up for each entry would declare its classes once
// an entry, and TypeScript takes two classes with private parts for two.
import { execFileSync } from 'node:child_process';
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = import.meta.dirname;
const dist = join(folder, 'dist');

rmSync(dist, { recursive: true, force: true });
execFileSync('tsc', ['--project', 'tsconfig.build.json'], { cwd: folder, stdio: 'inherit' });

// The compiler makes `./file.js` of `./file.ts` in code, not in types.
for (const file of globSync('**/*.d.ts', { cwd: dist })) {
  const text = readFileSync(join(dist, file), 'utf8');
  writeFileSync(join(dist, file), text.replaceAll(/(['"]\.{1,2}\/[^'"]+)\.ts(['"])/g, '$1.js$2'));
}
