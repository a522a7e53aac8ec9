/** What the mini app takes of `@prichal/telegram`, built and minified as the app is. */
import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type AliasOptions, build, defaultClientConditions, loadConfigFromFile } from 'vite';
import { squeeze } from '../../script/vite/squeeze.mjs';

const app = fileURLToPath(new URL('../../app/', import.meta.url));
const ENTRY = 'used-of-telegram.js';

/** Names that are imported from each entry of the package. */
type Imports = ReadonlyMap<string, ReadonlySet<string>>;

/** What the app's sources say: nothing here has to be kept in step with them. */
function importsOf(files: Iterable<string>): Imports {
  const imports = new Map<string, Set<string>>();
  for (const file of files) {
    const statements = /import \{([^}]+)\} from '(@prichal\/telegram[^']*)'/g;
    for (const [, names = '', from = ''] of readFileSync(file, 'utf8').matchAll(statements)) {
      const values = names.split(',').map((name) => name.trim());
      const known = imports.get(from) ?? new Set();
      for (const name of values) if (name && !name.startsWith('type ')) known.add(name);
      imports.set(from, known);
    }
  }
  return imports;
}

/** A source and all of the app's that it imports. */
function reachedFrom(file: string, seen: Set<string>): void {
  if (seen.has(file)) return;
  seen.add(file);
  for (const [, path = ''] of readFileSync(file, 'utf8').matchAll(
    /^(?!import type).*from '(\.[^']+)'/gm,
  )) {
    const [next] = globSync(`${resolve(file, '..', path)}.{ts,tsx}`);
    if (next) reachedFrom(next, seen);
  }
}

interface Place {
  /** Replacements of the package's modules. */
  readonly alias: AliasOptions;
  /** Whether it stands among code of ours alone: the minifier may do more then. */
  readonly ours: boolean;
}

/** In the page: app/vite/inline-scripts.ts. */
const HEAD: Place = { alias: [], ours: true };
/** In a chunk with React: app/vite.config.ts. */
const appConfig = await loadConfigFromFile(
  { command: 'build', mode: 'production' },
  join(app, 'vite.config.ts'),
);
const BUNDLE: Place = { alias: appConfig?.config.resolve?.alias ?? [], ours: false };

/** The code behind the imports. React's names and the list of what is used are left out. */
async function codeOf(imports: Imports, { alias, ours }: Place): Promise<string> {
  const names = [...imports].flatMap(([, each]) => [...each]).join(', ');
  const source = [...imports]
    .map(([from, each]) => `import { ${[...each].join(', ')} } from '${from}';`)
    .concat(`window.used = [${names}];`)
    .join('\n');
  const result = await build({
    root: app,
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    plugins: [
      {
        name: 'what-is-used',
        resolveId: (id) => (id.endsWith(ENTRY) ? join(app, ENTRY) : null),
        load: (id) => (id.endsWith(ENTRY) ? source : null),
      },
    ],
    resolve: { alias, conditions: ['prichal-source', ...defaultClientConditions] },
    define: { 'typeof window': '"object"', 'typeof matchMedia': '"function"' },
    build: {
      write: false,
      target: 'es2021',
      modulePreload: false,
      rolldownOptions: { input: ENTRY, external: /^react/ },
    },
  });
  if (!('output' in result)) throw new Error('one build was expected');
  const code = await squeeze(result.output[0].code, { ours });
  const [, used] = /window\.used=\[(.*)\];?\s*$/s.exec(code) ?? [];
  if (used === undefined) throw new Error(`nothing is used in ${code}`);
  const before = code
    .slice(0, code.indexOf('window.used=['))
    .replace(/^import\{[^}]*\}from"react";/, '');
  return before + used;
}

export interface TelegramUsed {
  /** Everything, once, as if all of it stood in the page's inline head, where most of it stands. */
  readonly together: string;
  /** What really stands in the page's inline head, and in the bundle that builds upon it. */
  readonly head: string;
  readonly bundle: string;
}

export async function telegramUsed(): Promise<TelegramUsed> {
  const inHead = new Set<string>();
  for (const file of globSync(join(app, 'src/start/*.inline.ts'))) reachedFrom(file, inHead);
  const inBundle = new Set<string>();
  reachedFrom(join(app, 'src/main.ts'), inBundle);
  for (const file of globSync(join(app, 'src/**/*.{ts,tsx}'))) {
    // A module of its own signs in, which the page loads only where that is configured.
    if (!/\.test\.|\/sign-in\//.test(file) && !inHead.has(file)) inBundle.add(file);
  }
  return {
    together: await codeOf(importsOf(new Set([...inHead, ...inBundle])), HEAD),
    head: await codeOf(importsOf(inHead), HEAD),
    bundle: await codeOf(importsOf(inBundle), BUNDLE),
  };
}
