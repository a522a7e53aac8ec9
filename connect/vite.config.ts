import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { minify } from 'terser';
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

/** A call of a name, and not of a property or of a longer name. */
const callsOf = (name: string, code: string): number =>
  code.match(RegExp(`(?<![\\w$.])${name.replaceAll('$', '\\$')}\\(`, 'g'))?.length ?? 0;

/** What is called more often than this is worth a binding. */
const OFTEN = 5;

/**
 * React is CommonJS, so a host's bundler writes `(0,react.useState)(…)` wherever a name that was
 * imported from it is called. Through a binding of our own it writes `a(…)`.
 */
function bindReact(code: string): string {
  return code.replace(/(?<=\bimport\{)([^}]*)\}from"react";/, (_, list: string) => {
    const bindings: string[] = [];
    const names = list.split(',').map((each) => {
      const [name = '', local = name] = each.split(' as ');
      if (callsOf(local, code) <= OFTEN) return each;
      bindings.push(`${local}=react_${local}`);
      return `${name} as react_${local}`;
    });
    const bound = bindings.length > 0 ? `const ${bindings};` : '';
    return `${names}}from"react";${bound}`;
  });
}

/** Once more, by a minifier that tries longer: it finds what a host's own does not. */
const squeezed: Plugin = {
  name: 'squeezed',
  async generateBundle(_options, bundle) {
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== 'chunk') continue;
      const { code = '' } = await minify(chunk.code, {
        module: true,
        ecma: 2020,
        compress: { passes: 3, keep_fargs: false, unsafe_arrows: true },
        // A host's bundler shakes the package by them.
        format: { preserve_annotations: true },
      });
      chunk.code = bindReact(code);
    }
  },
};

const source = (name: string): string => fileURLToPath(new URL(`src/${name}`, import.meta.url));

/** Exported, but not for the first paint: a host that does not name them gets them with the lazy chunk. */
const VALUES = [
  'protocol/address.ts',
  'protocol/chain.ts',
  'errors/error-codes.ts',
  'protocol/uuid.ts',
  'errors/wallet-errors.ts',
  'links/telegram-url.ts',
  'wallets/features.ts',
  'wallets/wallet-info.ts',
].map(source);

/** What only `ton-connect-ui/lazy-chunk.ts` leads to is one chunk by itself. */
function chunkOf(id: string): string | null {
  if (id === source('errors/base-errors.ts')) return 'errors';
  return VALUES.includes(id) ? 'values' : null;
}

/**
 * `styles.button` becomes the class name itself: by the name of a module's export it is known when
 * the chunk is made, as a field of an object it is not.
 */
const classNamesInPlace: Plugin = {
  name: 'class-names-in-place',
  enforce: 'pre',
  transform(code, id) {
    if (!/connect\/src\/.*\.tsx$/.test(id)) return null;
    return code.replaceAll(/^import (\w+) from (?='.*\.module\.css';$)/gm, 'import * as $1 from ');
  },
};

/** `createElement(type, props, ...children)` says what `jsx(type, { …, children: [] })` does in less. */
const elementsAreCalls: Plugin = {
  name: 'elements-are-calls',
  enforce: 'pre',
  transform(code, id) {
    if (!/connect\/src\/.*\.tsx$/.test(id)) return null;
    return `import { createElement, Fragment } from 'react';\n${code}`;
  },
};

const STYLES = globSync('src/**/*.module.css', { cwd: new URL('.', import.meta.url) }).sort();

/** Every class, in an order that is the same for everybody who builds: a number is half of a hash. */
const CLASSES = STYLES.flatMap((file) => {
  const css = readFileSync(new URL(file, import.meta.url), 'utf8');
  const names = [...css.matchAll(/(?:\.|@keyframes )([a-z][\w-]*)/gi)].map(([, name]) => name);
  return [...new Set(names)].map((name) => `${file} ${name}`);
});

/** Of a class or an animation. The prefix keeps them from everybody else's. */
function shortName(name: string, file: string): string {
  const path = STYLES.find((style) => file.endsWith(style));
  const index = CLASSES.indexOf(`${path} ${name}`);
  if (index < 0) throw new Error(`${file} has no ${name}`);
  return `prichal-${index.toString(36)}`;
}

/** Whose names have all been put in place is still needed, for its rules. */
const stylesStay: Plugin = {
  name: 'styles-stay',
  enforce: 'post',
  transform: (code, id) =>
    id.endsWith('.module.css') ? { code, moduleSideEffects: 'no-treeshake' } : null,
};

export default defineConfig({
  plugins: [
    react({ jsxRuntime: 'classic' }),
    elementsAreCalls,
    classNamesInPlace,
    stylesStay,
    squeezed,
    onlyPublicNames,
    chunksImportTheirStyles,
  ],
  oxc: { jsx: { runtime: 'classic', pragma: 'createElement', pragmaFrag: 'Fragment' } },
  css: { modules: { generateScopedName: shortName } },
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
      optimization: { inlineConst: { mode: 'all', pass: 3 } },
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
