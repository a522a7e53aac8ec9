/*
 * CSS files as JavaScript modules, for the published package: each adds its text to the widget's style sheets
 * (src/ui/theme/styles-in-scripts.tsx) and exports its class names. All the text is also published as
 * `styles.css`, for apps that prefer a link.
 */
import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { bundle, type Targets } from 'lightningcss';
import type { Plugin, Rolldown } from 'vite';

const packageFolder = resolve(import.meta.dirname, '..');
const registry = resolve(packageFolder, 'src/ui/theme/styles-in-scripts.tsx');

/** Modules that import grouped style sheets, separately from the components that use them. */
const together = ['lazy-chunk', 'connected-chunk'].map((name) =>
  resolve(packageFolder, `src/react/${name}.ts`),
);

/** Suffix of a CSS file's name. Without it, Vite would treat the module as a style sheet. */
const SUFFIX = '.js';
/** The same for the class names only, without the text. */
const NAMES_SUFFIX = '.names.js';

/** Converts `['safari15.4']` to lightningcss' format: a browser's version in one number. */
function targetsOf(browsers: readonly string[]): Record<string, number> {
  return Object.fromEntries(
    browsers.map((browser) => {
      const [, name = '', major = '0', minor = '0'] =
        /^([a-z]+)(\d+)(?:\.(\d+))?$/.exec(browser) ?? [];
      return [name, (Number(major) << 16) | (Number(minor) << 8)];
    }),
  );
}

const sheets = globSync('src/**/*.module.css', { cwd: packageFolder })
  .sort()
  .map((file) => resolve(packageFolder, file));

/**
 * Identifies the text of all style sheets, so that two versions of the package on one page share no class.
 */
const edition = (() => {
  const hash = createHash('sha256');
  for (const sheet of sheets) hash.update(readFileSync(sheet));
  return hash.digest().readUInt32BE().toString(36).slice(0, 3);
})();

/**
 * Compiles a style sheet. Its classes and animations get page-wide names: `prichal-`, the edition, and
 * numbers for the file and the name. Words and a hash for each file would add 0.4 kB gzip.
 */
export function compile(
  file: string,
  targets: Targets,
): { text: string; names: Record<string, string> } {
  const { code, exports } = bundle({
    filename: relative(process.cwd(), file),
    minify: true,
    targets,
    cssModules: file.endsWith('.module.css') && { pattern: '[local]-local' },
  });
  // The compiler's own custom properties, which emulate light-dark() in older browsers.
  const text = code.toString().replaceAll('--lightningcss-', '--prichal-');
  const prefix = `prichal-${edition}${sheets.indexOf(file).toString(36)}`;
  const locals = Object.keys(exports ?? {}).sort();
  const names = Object.fromEntries(
    locals.map((local, index) => [local, prefix + index.toString(36)]),
  );
  return {
    text: text.replace(
      /[\w-]+?-local\b/g,
      (name) => names[name.slice(0, -'-local'.length)] ?? name,
    ),
    names,
  };
}

/** One export per name, so that a bundler can inline the class where it is used. */
const named = ([local, name]: [string, string], index: number): string =>
  `const name${index} = ${JSON.stringify(name)};\nexport { name${index} as ${JSON.stringify(local)} };`;

/** Returns whether a style sheet belongs to a group. */
function comesApart(file: string): boolean {
  return together.some((chunk) => {
    const listed = readFileSync(chunk, 'utf8').matchAll(/^import '(.+\.css)';$/gm);
    return [...listed].some(([, source = '']) => resolve(dirname(chunk), source) === file);
  });
}

/** @param browsers the oldest ones that the styles must support, as in Vite's `build.target` */
export function styleModules(browsers: readonly string[]): Plugin {
  const targets = targetsOf(browsers);
  const texts = new Map<string, string>();

  /** The texts in the order in which a browser evaluates their modules, the first load's first. */
  function inOrder(context: Rolldown.PluginContext, entry: string): string[] {
    const seen = new Set<string>();
    const found: string[] = [];
    const later: string[] = [];
    const visit = (id: string): void => {
      if (seen.has(id)) return;
      seen.add(id);
      const module = context.getModuleInfo(id);
      later.push(...(module?.dynamicallyImportedIds ?? []));
      for (const imported of module?.importedIds ?? []) visit(imported);
      found.push(texts.get(id) ?? '');
    };
    visit(entry);
    for (let next = later.shift(); next !== undefined; next = later.shift()) visit(next);
    return found;
  }

  return {
    name: 'prichal:style-modules',
    enforce: 'pre',
    resolveId(source, importer) {
      if (!importer || !source.endsWith('.css')) return null;
      const file = resolve(dirname(importer), source);
      return file + (!together.includes(importer) && comesApart(file) ? NAMES_SUFFIX : SUFFIX);
    },
    load(id) {
      const [, file, suffix] = /^(.+\.css)(\.names\.js|\.js)$/.exec(id) ?? [];
      if (!file) return null;
      this.addWatchFile(file);
      const { text, names } = compile(file, targets);
      if (suffix === NAMES_SUFFIX) {
        return { moduleSideEffects: false, code: Object.entries(names).map(named).join('\n') };
      }
      texts.set(id, text);
      // Source maps contain this line, so it must not depend on the checkout's folder.
      const path = `./${relative(dirname(file), registry)}`;
      return {
        moduleSideEffects: true,
        code: [
          `import { addStyleSheet } from ${JSON.stringify(path)};`,
          `addStyleSheet(${JSON.stringify(text)});`,
          ...Object.entries(names).map(named),
        ].join('\n'),
      };
    },
    generateBundle() {
      const entry = resolve(packageFolder, 'src/index.ts');
      const source = inOrder(this, entry).join('');
      // A build of another entry has no such file.
      if (source) this.emitFile({ type: 'asset', fileName: 'styles.css', source });
    },
  };
}
