// The declarations of a package, one file an entry, and what they export as a page that a change must
// touch (connect/api, session/api, sdk/api). Part of the packages' builds, after tsc:
//
//   node script/declarations.mjs connect|session|telegram|sdk
//
// The declarations go to PACKAGE/dist, for `import` and once more for `require`; the pages to build/api,
// where `npm run api` takes them from.
import { copyFileSync, globSync, mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { CompilerState, Extractor, ExtractorConfig } from '@microsoft/api-extractor';

const root = resolve(import.meta.dirname, '..');

/** `languages/uk` and the others. */
const LANGUAGES = globSync('languages/??.ts', { cwd: resolve(root, 'connect/src') })
  .sort()
  .map((file) => file.replace('.ts', ''));

/** For browsers alone, which know no `require`. */
const MODULES_ONLY = /^vanilla/;

/** Entries of each package: the name in `dist`, and the declarations that tsc makes of the source. */
const PACKAGES = {
  connect: {
    index: 'src/index',
    sdk: 'src/sdk',
    headless: 'src/headless/index',
    vanilla: 'src/vanilla/index',
    'wallet-source': 'src/wallet-source/index',
    'testing/unit': 'testing/unit',
    ...Object.fromEntries(LANGUAGES.map((file) => [file, `src/${file}`])),
  },
  session: { index: 'src/index', react: 'src/react/index' },
  telegram: { index: 'src/index', react: 'src/react/index', session: 'src/session/index' },
  sdk: { index: 'src/index' },
};

/** Names of pages and models that are not those of their entries: two packages have entries of one name. */
const PAGE_NAMES = {
  'connect/index': 'connect',
  'connect/sdk': 'connect-sdk',
  'sdk/index': 'sdk',
  'session/index': 'session',
  'session/react': 'session-react',
  'telegram/index': 'telegram',
  'telegram/session': 'telegram-session',
};

/** How the declarations of an entry, with all that it imports from its own package, become one file. */
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
        // A language says no more than that it is one.
        enabled: !entry.startsWith('languages/'),
        reportFileName: `${modelName}.api.md`,
        reportFolder: resolve(root, 'build/api'),
        reportTempFolder: resolve(root, 'build/api'),
      },
      // What the documentation's site lists the packages by (docs/site/generate/packages.ts).
      docModel: {
        enabled: !entry.startsWith('languages/'),
        apiJsonFilePath: resolve(root, 'build/api', `${modelName}.api.json`),
      },
      dtsRollup: { enabled: true, untrimmedFilePath: target },
      messages: {
        compilerMessageReporting: { default: { logLevel: 'error' } },
        // Whatever is exported is public.
        extractorMessageReporting: { default: { logLevel: 'none' } },
        tsdocMessageReporting: { default: { logLevel: 'none' } },
      },
    },
  });
}

/** Writes the declaration file of an entry, and what it exports as a page. */
function rollUp(name, entry, config, compilerState) {
  Extractor.invoke(config, {
    compilerState,
    localBuild: true,
    messageCallback(message) {
      if (message.logLevel === 'error') throw new Error(`${name}, ${entry}: ${message.text}`);
      message.handled = true;
    },
  });
  const target = config.untrimmedFilePath;
  if (!MODULES_ONLY.test(entry)) copyFileSync(target, target.replace(/\.ts$/, '.cts'));
}

const [name] = process.argv.slice(2);
const entries = PACKAGES[name];
if (!entries) throw new Error(`${name} is no package: ${Object.keys(PACKAGES).join(' or ')}`);
mkdirSync(resolve(root, 'build/api'), { recursive: true });
const configs = Object.entries(entries).map(([entry, declarations]) => [
  entry,
  configOf(name, entry, declarations),
]);
// All entries are analysed once.
const [[, first]] = configs;
const compilerState = CompilerState.create(first, {
  additionalEntryPoints: configs.map(([, config]) => config.mainEntryPointFilePath),
});
for (const [entry, config] of configs) rollUp(name, entry, config, compilerState);
