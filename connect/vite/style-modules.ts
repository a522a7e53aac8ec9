/*
 * CSS files as JavaScript modules, for the published package: each adds its text to the widget's style
 * sheets (src/theme/style-sheets.ts) and exports its class names. Beside them all the text as one file,
 * `styles.css`, for hosts that want a link.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { bundle, type Targets } from 'lightningcss';
import type { Plugin, Rolldown } from 'vite';

const packageFolder = resolve(import.meta.dirname, '..');
const registry = resolve(packageFolder, 'src/theme/style-sheets.ts');

/** Behind the name of a CSS file: without it Vite would take the module for a style sheet. */
const SUFFIX = '.js';

/** `['safari15.4']` as lightningcss has it: a browser's version in one number. */
function targetsOf(browsers: readonly string[]): Record<string, number> {
  return Object.fromEntries(
    browsers.map((browser) => {
      const [, name = '', major = '0', minor = '0'] =
        /^([a-z]+)(\d+)(?:\.(\d+))?$/.exec(browser) ?? [];
      return [name, (Number(major) << 16) | (Number(minor) << 8)];
    }),
  );
}

/** Compiled, with the names that its classes and animations have in the whole page. */
export function compile(
  file: string,
  targets: Targets,
): { text: string; names: Record<string, string> } {
  // Of the content, so that two versions of the package on one page do not share a class.
  const hash = createHash('sha256').update(readFileSync(file)).digest('hex').slice(0, 4);
  const { code, exports } = bundle({
    filename: relative(process.cwd(), file),
    minify: true,
    targets,
    cssModules: file.endsWith('.module.css') && { pattern: `prichal-[local]-${hash}` },
  });
  const names = Object.entries(exports ?? {}).sort(([a], [b]) => a.localeCompare(b));
  return {
    // The compiler's own custom properties, by which light-dark() works in older browsers.
    text: code.toString().replaceAll('--lightningcss-', '--prichal-'),
    names: Object.fromEntries(names.map(([local, { name }]) => [local, name])),
  };
}

/** An export of its own for each name: so a bundler puts the class where it is used. */
const named = ([local, name]: [string, string], index: number): string =>
  `const name${index} = ${JSON.stringify(name)};\nexport { name${index} as ${JSON.stringify(local)} };`;

/** @param browsers the oldest ones that the styles have to work in, as in Vite's `build.target` */
export function styleModules(browsers: readonly string[]): Plugin {
  const targets = targetsOf(browsers);
  const texts = new Map<string, string>();

  /** The texts in the order in which a browser evaluates their modules: the first load's first. */
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
      return resolve(dirname(importer), source) + SUFFIX;
    },
    load(id) {
      if (!id.endsWith(`.css${SUFFIX}`)) return null;
      const file = id.slice(0, -SUFFIX.length);
      this.addWatchFile(file);
      const { text, names } = compile(file, targets);
      texts.set(id, text);
      return {
        moduleSideEffects: true,
        code: [
          `import { addStyleSheet } from ${JSON.stringify(registry)};`,
          `addStyleSheet(${JSON.stringify(text)});`,
          ...Object.entries(names).map(named),
          `export default ${JSON.stringify(names)};`,
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
