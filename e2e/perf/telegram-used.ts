/**
 * Measures the part of `@prichal/telegram` that the mini app uses, built and minified as in the
 * app.
 */
import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type AliasOptions, build, defaultClientConditions, loadConfigFromFile } from 'vite';
import { squeeze } from '../../script/vite/squeeze.mjs';

const app = fileURLToPath(new URL('../../app/', import.meta.url));
const ENTRY = 'used-of-telegram.js';

/** Imported names, by entry of the package. */
type Imports = ReadonlyMap<string, ReadonlySet<string>>;

/** Reads the imports from the app's sources, so that no list has to be maintained. */
function importsOf(files: Iterable<string>): Imports {
  const imports = new Map<string, Set<string>>();
  for (const file of files) {
    const statements = /import \{([^}]+)\} from '(@prichal\/telegram[^']*)'/g;
    for (const [, names = '', from = ''] of readFileSync(file, 'utf8').matchAll(statements)) {
      const values = names.split(',').map((name) => name.trim());
      const imported = imports.get(from) ?? new Set();
      for (const name of values) if (name && !name.startsWith('type ')) imported.add(name);
      imports.set(from, imported);
    }
  }
  return imports;
}

/** Adds a source and all sources of the app that it imports. */
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
  /** Whether it is bundled only with our own code, which the minifier can shorten more. */
  readonly ours: boolean;
}

/** In the page's head: app/vite/inline-scripts.ts. */
const HEAD: Place = { alias: [], ours: true };
/** In a chunk with React: app/vite.config.ts. */
const appConfig = await loadConfigFromFile(
  { command: 'build', mode: 'production' },
  join(app, 'vite.config.ts'),
);
const BUNDLE: Place = { alias: appConfig?.config.resolve?.alias ?? [], ours: false };

/** Returns the code behind the imports, without React's names and without the list of imports. */
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
  /**
   * Size of everything together, as if it were all in the page's inline head, where most of it is.
   */
  readonly together: string;
  /** Size in the page's inline head, and in the bundle. */
  readonly head: string;
  readonly bundle: string;
}

export async function telegramUsed(): Promise<TelegramUsed> {
  const inHead = new Set<string>();
  for (const file of globSync(join(app, 'src/start/*.inline.ts'))) reachedFrom(file, inHead);
  const inBundle = new Set<string>();
  reachedFrom(join(app, 'src/main.ts'), inBundle);
  for (const file of globSync(join(app, 'src/**/*.{ts,tsx}'))) {
    // A separate module signs in. The page loads it only if sign-in is configured.
    if (!/\.test\.|\/sign-in\//.test(file) && !inHead.has(file)) inBundle.add(file);
  }
  return {
    together: await codeOf(importsOf(new Set([...inHead, ...inBundle])), HEAD),
    head: await codeOf(importsOf(inHead), HEAD),
    bundle: await codeOf(importsOf(inBundle), BUNDLE),
  };
}
