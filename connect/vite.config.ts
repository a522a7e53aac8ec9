import { globSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** The components run in a browser only; the other entries are for any place. */
const CLIENT = "'use client';\n";

/**
 * A library chunk asks for its own styles: the sheet's come with the sheet, and a host needs no
 * second import. Whoever bundles the host resolves them. Node can import no styles, and a server
 * needs none: for it the same chunks stand in `node/` without them.
 */
const chunksImportTheirStyles: Plugin = {
  name: 'chunks-import-their-styles',
  enforce: 'post',
  generateBundle(_options, bundle) {
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== 'chunk') continue;
      const banner = chunk.name === 'core' ? CLIENT : '';
      if (!chunk.isEntry || chunk.name === 'core') {
        const source = banner + chunk.code;
        this.emitFile({ type: 'asset', fileName: `node/${chunk.fileName}`, source });
      }
      const styles = [...(chunk.viteMetadata?.importedCss ?? [])];
      const lines = styles.map((file) => `import './${file}';\n`).join('');
      chunk.code = banner + lines + chunk.code;
    }
  },
};

/**
 * The lazy chunks take what they share with the core from it, so it exports more than the package
 * does. `index.js` lets out what `src/index.ts` names.
 */
const onlyPublicNames: Plugin = {
  name: 'only-public-names',
  generateBundle(_options, bundle) {
    const core = Object.values(bundle).find(({ fileName }) => fileName === 'core.js');
    if (core?.type !== 'chunk' || !core.facadeModuleId) throw new Error('there is no core.js');
    const names = [...(this.getModuleInfo(core.facadeModuleId)?.exports ?? [])].sort();
    const source = `${CLIENT}export { ${names.join(', ')} } from './core.js';\n`;
    for (const fileName of ['index.js', 'node/index.js']) {
      this.emitFile({ type: 'asset', fileName, source });
    }
  },
};

/** The package's style sheets, in an order that is the same everywhere. */
const sheets = globSync('src/**/*.module.css', { cwd: import.meta.dirname }).sort();

/** Short names, the same in every build: the sheet's place among the others, the name's in the sheet. */
function scopedName(name: string, file: string, css = readFileSync(file, 'utf8')): string {
  const sheet = sheets.findIndex((path) => file.endsWith(path));
  const names = [...new Set(css.match(/(?<=\.|@keyframes )[a-z][\w-]*/gi))];
  if (sheet < 0 || !names.includes(name)) throw new Error(`${file} has no ${name}`);
  return `p_${sheet.toString(36)}${names.indexOf(name).toString(36)}`;
}

/** A component's classes as the words that they are, instead of out of an object of them all. */
const classesAsWords: Plugin = {
  name: 'classes-as-words',
  enforce: 'pre',
  transform: {
    filter: { id: /\/src\/ui\/.*\.tsx$/ },
    handler(code, id) {
      let written = code;
      for (const [line, styles, path] of code.matchAll(
        /^import (\w+) from ('.+\.module\.css');$/gm,
      )) {
        const file = resolve(dirname(id), path?.slice(1, -1) ?? '');
        written = written
          .replace(line, `import ${path};`)
          .replace(new RegExp(`(?<![./\\w])${styles}\\.(\\w+)`, 'g'), (_, name: string) =>
            JSON.stringify(scopedName(name, file)),
          );
      }
      return written;
    },
  },
};

/** Nobody asks a sheet for its names then; it has to be there all the same. */
const sheetsStay: Plugin = {
  name: 'sheets-stay',
  enforce: 'post',
  transform: {
    filter: { id: /\.module\.css$/ },
    handler: () => ({ code: 'export {};', moduleSideEffects: 'no-treeshake' }),
  },
};

type Modules = { getModuleInfo(id: string): { importedIds: readonly string[] } | null };

/** Everything that a module imports, down to the last, without what it loads later. */
function behind(id: string, modules: Modules, seen = new Set<string>()): Set<string> {
  if (seen.has(id)) return seen;
  seen.add(id);
  for (const next of modules.getModuleInfo(id)?.importedIds ?? []) behind(next, modules, seen);
  return seen;
}

const source = (name: string): string => fileURLToPath(new URL(`src/${name}`, import.meta.url));

/** Exported, but not for the first paint: a host that does not name them gets them with `live`. */
const VALUES = [
  'controller/address.ts',
  'controller/chain.ts',
  'controller/error-codes.ts',
  'controller/uuid.ts',
  'controller/wallet-errors.ts',
  'device/telegram-url.ts',
  'wallets/features.ts',
  'wallets/guards.ts',
].map(source);

/**
 * One chunk behind the first load. Two, the connection's and the sheet's, would weigh 2 kB more, for
 * what they have in common and for naming it to each other; who is connected needs the sheet as well,
 * with the first request.
 */
function chunkOf(id: string, modules: Modules): string | null {
  if (id === source('controller/base-errors.ts')) return 'errors';
  if (VALUES.includes(id)) return 'values';
  if (behind(source('index.ts'), modules).has(id)) return null;
  const later = ['controller/live.ts', 'ui/mount-widget.tsx'].map(source);
  return later.some((entry) => behind(entry, modules).has(id)) ? 'live' : null;
}

export default defineConfig({
  plugins: [classesAsWords, react(), sheetsStay, onlyPublicNames, chunksImportTheirStyles],
  css: { modules: { generateScopedName: scopedName } },
  build: {
    target: ['chrome106', 'safari15.4', 'firefox115'],
    lib: {
      entry: { core: 'src/index.ts', sdk: 'src/sdk.ts', testing: 'testing/index.ts' },
      formats: ['es'],
    },
    cssCodeSplit: true,
    minify: 'oxc',
    rolldownOptions: {
      external: [/^react($|\/)/, /^react-dom($|\/)/, '@tonconnect/sdk', '@prichal/telegram'],
      preserveEntrySignatures: 'allow-extension',
      optimization: { inlineConst: true },
      output: {
        minify: true,
        chunkFileNames: '[name].js',
        assetFileNames: '[name][extname]',
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [{ name: chunkOf, test: /connect\/src\// }],
        },
      },
    },
  },
});
