// Makes the declarations of a package, one file per entry, and API pages that list their exports
// (connect/api, session/api, sdk/api). Part of the packages' builds, after tsc:
//
//   node script/declarations.mjs connect|session|telegram|sdk
//
// Writes the declarations to PACKAGE/dist and the pages to build/api, from where `npm run api`
// copies them.
import { globSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { CompilerState, Extractor, ExtractorConfig } from '@microsoft/api-extractor';

const root = resolve(import.meta.dirname, '..');

/** For browsers only, which have no `require`. */
const MODULES_ONLY = /^(vanilla|vue)$/;

/** Entries of each package: the name in `dist`, and tsc's declarations of the source. */
const PACKAGES = {
  connect: {
    index: 'src/index',
    sdk: 'src/sdk',
    headless: 'src/headless/index',
    vanilla: 'src/vanilla/index',
    'wallet-source': 'src/wallet-source',
    'testing/unit': 'testing/unit',
    vue: 'src/vue/index',
  },
  session: { index: 'src/index', react: 'src/react/index' },
  telegram: { index: 'src/index', react: 'src/react/index', session: 'src/session/index' },
  sdk: { index: 'src/index' },
};

/**
 * Names of pages and models that differ from those of their entries, because two packages have
 * entries of one name.
 */
const PAGE_NAMES = {
  'connect/index': 'connect',
  'connect/sdk': 'connect-sdk',
  'sdk/index': 'sdk',
  'session/index': 'session',
  'session/react': 'session-react',
  'telegram/index': 'telegram',
  'telegram/session': 'telegram-session',
};

/**
 * Returns the configuration that rolls up an entry's declarations, with all imports from its own
 * package, into one file.
 */
function configOf(name, entry, declarations) {
  const folder = resolve(root, name);
  const target = resolve(folder, `dist/${entry}.d.ts`);
  const modelName = PAGE_NAMES[`${name}/${entry}`] ?? entry.replace('/', '-');
  return ExtractorConfig.prepare({
    configObjectFullPath: undefined,
    packageJsonFullPath: resolve(folder, 'package.json'),
    configObject: {
      projectFolder: root,
      mainEntryPointFilePath: resolve(root, `build/declarations/${name}/${declarations}.d.ts`),
      newlineKind: 'lf',
      compiler: {
        overrideTsconfig: {
          compilerOptions: {
            target: 'ES2022',
            lib: ['ES2023', 'DOM', 'DOM.Iterable'],
            module: 'ESNext',
            moduleResolution: 'bundler',
            jsx: 'react-jsx',
            strict: true,
            skipLibCheck: true,
            types: [],
          },
        },
      },
      apiReport: {
        enabled: true,
        reportFileName: `${modelName}.api.md`,
        reportFolder: resolve(root, 'build/api'),
        reportTempFolder: resolve(root, 'build/api'),
      },
      // Input for the packages' pages on the documentation site (docs/site/generate/packages.ts).
      docModel: {
        enabled: true,
        apiJsonFilePath: resolve(root, 'build/api', `${modelName}.api.json`),
      },
      dtsRollup: { enabled: true, untrimmedFilePath: target },
      messages: {
        compilerMessageReporting: { default: { logLevel: 'error' } },
        // All exports are public.
        extractorMessageReporting: { default: { logLevel: 'none' } },
        tsdocMessageReporting: { default: { logLevel: 'none' } },
      },
    },
  });
}

/**
 * Moves the declarations of an entry to the file for `require`, and makes the file for `import`
 * re-export them.
 */
function share(target) {
  renameSync(target, target.replace(/\.ts$/, '.cts'));
  writeFileSync(target, `export * from './${basename(target, '.d.ts')}.cjs';\n`);
}

/** Writes the declaration file of an entry, and the page of its exports. */
function rollUp(name, entry, config, compilerState) {
  Extractor.invoke(config, {
    compilerState,
    localBuild: true,
    messageCallback(message) {
      if (message.logLevel === 'error') throw new Error(`${name}, ${entry}: ${message.text}`);
      message.handled = true;
    },
  });
  if (!MODULES_ONLY.test(entry)) share(config.untrimmedFilePath);
}

const [name] = process.argv.slice(2);
const entries = PACKAGES[name];
if (!entries) throw new Error(`${name} is no package: ${Object.keys(PACKAGES).join(' or ')}`);
mkdirSync(resolve(root, 'build/api'), { recursive: true });
const configs = Object.entries(entries).map(([entry, declarations]) => [
  entry,
  configOf(name, entry, declarations),
]);
/** Rolls up entries that share one analysis. */
function rollUpAll(entries) {
  if (entries.length === 0) return;
  const [[, first]] = entries;
  const compilerState = CompilerState.create(first, {
    additionalEntryPoints: entries.map(([, config]) => config.mainEntryPointFilePath),
  });
  for (const [entry, config] of entries) rollUp(name, entry, config, compilerState);
}
// The declarations of `vue` import those of `vanilla` by the package's name, so these must be written before.
rollUpAll(configs.filter(([entry]) => entry !== 'vue'));
rollUpAll(configs.filter(([entry]) => entry === 'vue'));

// A language pack has the root entry's type.
for (const file of globSync('languages/??.d.ts', {
  cwd: resolve(root, `build/declarations/${name}/src/words`),
})) {
  const text = readFileSync(resolve(root, `build/declarations/${name}/src/words`, file), 'utf8');
  const target = resolve(root, name, 'dist', file);
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, text.replace(/'\.\.\/.+'/, "'../index.cjs'"));
  share(target);
}
