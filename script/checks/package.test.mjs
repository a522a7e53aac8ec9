// Checks the packages that npm would publish: complete, readable by common tools, and sufficient
// for a project without our repository. npm installs them from a local registry.
import assert from 'node:assert/strict';
import { execFile, execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join, matchesGlob, resolve } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { parseAst } from 'vite';
import { blocksOf } from '../../e2e/paths/blocks.ts';
import { PACKAGES, packPackages } from '../pack.mjs';
import { startRegistry } from '../registry.mjs';

const root = resolve(import.meta.dirname, '../..');
const installed = join(root, 'node_modules');
const tool = (name) => join(installed, '.bin', name);

/** Runs a program. Throws with its output if it fails. */
function run(program, parameters, cwd = root) {
  try {
    return execFileSync(program, parameters, { cwd, encoding: 'utf8', stdio: 'pipe' });
  } catch ({ stdout, stderr }) {
    return assert.fail(`${basename(program)} ${parameters.join(' ')}\n${stdout}${stderr}`);
  }
}

const sourceManifestOf = (name) =>
  JSON.parse(readFileSync(join(root, name, 'package.json'), 'utf8'));

/** A built file of each package that has a source file. */
const MAPPED = {
  telegram: 'host/find-host',
  sdk: 'connector/ton-connect',
  connect: 'react/TonConnectButton',
  session: 'server',
  'dev-wallet': 'dev-wallet',
};
/**
 * Maximum sizes of each published package, in bytes: as a tarball and unpacked. The limits may only decrease.
 */
const LIMITS = {
  telegram: [62_000, 195_000],
  sdk: [180_000, 690_000],
  connect: [580_000, 1_950_000],
  session: [57_000, 185_000],
  'dev-wallet': [175_000, 610_000],
  create: [30_000, 130_000],
};
/**
 * Packages for Node and current browsers: without CommonJS, with one declaration file per module.
 */
const MODULES = ['dev-wallet'];
/** Folder for temporary files. */
let place;
/** A project with all packages. */
let consumer;
let tarballs = {};
let registry;

before(async () => {
  place = mkdtempSync(join(tmpdir(), 'prichal-package-'));
  consumer = join(place, 'consumer');
  cpSync(join(root, 'script/checks/consumer'), consumer, { recursive: true });
  writeCodeOfPages();
  // script/release checks the tarballs that it publishes.
  const made = process.env.PACKS;
  tarballs = made ? tarballsIn(made) : packPackages(place);
  registry = await startRegistry(Object.values(tarballs));
  await runWithRegistry('npm install', consumer);
});

/** Runs a shell command with the local registry. Rejects with its output if it fails. */
async function runWithRegistry(command, cwd) {
  const env = {
    ...process.env,
    npm_config_registry: registry.url,
    npm_config_cache: join(place, 'npm'),
    npm_config_audit: 'false',
    // The answer to npm's question before it runs a package.
    npm_config_yes: 'true',
    npm_config_fund: 'false',
  };
  await promisify(execFile)('bash', ['-ec', command], { cwd, env }).catch(({ stdout, stderr }) =>
    assert.fail(`${command}\n${stdout}${stderr}`),
  );
}

/** Returns the path of each package's tarball in a folder. */
function tarballsIn(folder) {
  const entries = PACKAGES.map((name) => {
    const { name: full, version } = sourceManifestOf(name);
    return [name, join(folder, `${full.replace(/^@/, '').replace('/', '-')}-${version}.tgz`)];
  });
  return Object.fromEntries(entries);
}

/** Writes the named TypeScript blocks of the widget's pages and of the READMEs into the project. */
function writeCodeOfPages() {
  const pages = [
    ...readdirSync(join(root, 'docs/site/widget')).map((page) => `docs/site/widget/${page}`),
    ...Object.keys(MAPPED).map((name) => `${name}/README.md`),
  ];
  const files = pages.flatMap((page) => {
    const blocks = blocksOf(readFileSync(join(root, page), 'utf8'));
    for (const { language, label, line } of page.endsWith('README.md') ? blocks : [])
      assert.ok(
        label !== '' || !/^[cm]?[jt]sx?$/.test(language),
        `${page}:${line}: the code has no file name, so it is not checked`,
      );
    return blocks
      .filter(({ label }) => /\.tsx?$/.test(label))
      .map(({ label, text }) => [join(page.replaceAll(/\W/g, '-'), label), text]);
  });
  assert.ok(files.length > 25, `only ${files.length} files`);
  for (const [name, text] of files) {
    const file = join(consumer, 'src/pages', name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}

after(async () => {
  await registry?.close();
  rmSync(place, { recursive: true, force: true });
});

/** Returns the path of an installed file. @param path begins with a package's folder here */
function published(path) {
  const [name, ...parts] = path.split('/');
  return join(consumer, 'node_modules', sourceManifestOf(name).name, ...parts);
}
const manifestOf = (name) => JSON.parse(readFileSync(published(`${name}/package.json`), 'utf8'));

/** Returns the paths of a package's files, relative to its folder. */
function filesOf(name) {
  return readdirSync(published(name), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(published(name).length + 1));
}

/** Returns whether importing a module has effects besides its declarations. */
function hasSideEffects(file) {
  const declarations = /^(Import|Export\w*|Function|Class|Variable)Declaration$/;
  return parseAst(readFileSync(file, 'utf8')).body.some(
    ({ type, directive }) => !declarations.test(type) && !directive,
  );
}

for (const name of PACKAGES) {
  test(`${name}: npm would publish it with the addresses of config/project.json`, () => {
    // The dry run asks the registry for versions, and ignores that it is unreachable.
    const offline = ['--registry', 'http://127.0.0.1:9/', '--fetch-retries', '0'];
    run('npm', ['publish', tarballs[name], '--dry-run', ...offline], place);
    const manifest = manifestOf(name);
    const { repositoryUrl, siteUrl, author } = JSON.parse(
      readFileSync(join(root, 'config/project.json'), 'utf8'),
    );
    const { license } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    assert.deepEqual(
      [manifest.repository, manifest.homepage, manifest.bugs, manifest.author, manifest.license],
      [
        { type: 'git', url: `git+${repositoryUrl}.git`, directory: name },
        siteUrl,
        { url: `${repositoryUrl}/issues` },
        author,
        license,
      ],
    );
    assert.deepEqual(manifest.publishConfig, { access: 'public', provenance: true });
  });

  test(`${name}: publint finds no problems`, () => {
    run(tool('publint'), ['run', tarballs[name], '--strict', '--level', 'warning']);
  });

  test(`${name}: no file contains the path of the checkout`, () => {
    const found = filesOf(name).filter((file) =>
      readFileSync(published(`${name}/${file}`), 'utf8').includes(root),
    );
    assert.deepEqual(found, []);
  });

  test(`${name}: npm refuses to publish the folder of the workspace`, () => {
    const { status, stderr } = spawnSync('npm', ['publish', '--dry-run'], {
      cwd: join(root, name),
      encoding: 'utf8',
    });
    assert.notEqual(status, 0);
    assert.match(stderr, /script\/release/);
  });

  test(`${name}: the same files give the same tarball`, () => {
    const copy = join(place, 'copies', name);
    mkdirSync(copy, { recursive: true });
    run('tar', ['-xzf', tarballs[name], '-C', copy, '--strip-components', '1']);
    const [{ filename }] = Object.values(JSON.parse(run('npm', ['pack', '--json'], copy)));
    assert.ok(readFileSync(join(copy, filename)).equals(readFileSync(tarballs[name])));
  });

  test(`${name}: its sizes are within the limits`, () => {
    const bytes = filesOf(name).map((file) => statSync(published(`${name}/${file}`)).size);
    const sizes = [statSync(tarballs[name]).size, bytes.reduce((sum, size) => sum + size, 0)];
    for (const [index, limit] of LIMITS[name].entries())
      assert.ok(sizes[index] <= limit, `${sizes[index]} bytes, limit ${limit}`);
  });

  test(`${name}: CHANGELOG.md describes the version`, () => {
    const { version } = manifestOf(name);
    const changelog = readFileSync(published(`${name}/CHANGELOG.md`), 'utf8');
    assert.match(changelog, new RegExp(`^## ${version}$`, 'm'));
  });
}

/** Packages that come with a peer dependency in an app. */
const COMPANIONS = {
  react: ['react-dom', '@types/react', '@types/react-dom'],
  '@playwright/test': ['@types/node'],
};

/** Returns the packages that all entries of a package need, but npm does not install with it. */
const neededBy = (name) =>
  Object.keys(manifestOf(name).peerDependencies ?? {}).flatMap((peer) => [
    peer,
    ...(COMPANIONS[peer] ?? []),
  ]);

/** Returns the entries that a module can import, with their conditions. */
function entriesOf(name) {
  const { name: full, exports } = manifestOf(name);
  return Object.entries(exports)
    .filter(([, target]) => typeof target === 'object')
    .flatMap(([subpath, target]) => {
      const { types } = target.import ?? target;
      return filesOf(name)
        .filter((file) => matchesGlob(file, types.slice(2)))
        .map((file) => {
          const star = basename(file, '.d.ts');
          return { entry: join(full, subpath.replace('*', star)), commonjs: 'require' in target };
        });
    });
}

/** Loads every entry in Node. */
const load = (entries) => `
  const require = (await import('node:module')).createRequire(import.meta.url);
  for (const { entry, commonjs } of ${JSON.stringify(entries)}) {
    await import(entry);
    if (commonjs) require(entry);
  }`;

for (const name of PACKAGES) {
  test(`${name}: the first command of its README works in an empty project, and every entry can be imported`, async () => {
    const project = join(place, 'empty', name);
    mkdirSync(project, { recursive: true });
    writeFileSync(join(project, 'package.json'), '{ "private": true, "type": "module" }');
    const readme = blocksOf(readFileSync(published(`${name}/README.md`), 'utf8'));
    const command = readme.find(({ language }) => language === 'sh').text;
    await runWithRegistry([command, ...neededBy(name)].join(' '), project);

    const entries = entriesOf(name);
    run(process.execPath, ['--input-type=module', '--eval', load(entries)], project);
    const imports = entries.map(({ entry }, index) => `import * as e${index} from '${entry}';`);
    const names = imports.map((_, index) => `e${index}`);
    writeFileSync(
      join(project, 'entries.ts'),
      `${imports.join('\n')}\nexport default [${names}];\n`,
    );
    for (const [module, resolution] of Object.entries({ ESNext: 'bundler', node16: 'node16' })) {
      const options = ['--target', 'es2022', '--lib', 'esnext,dom,dom.iterable', '--types', '*'];
      const ways = ['--module', module, '--moduleResolution', resolution];
      run(tool('tsc'), ['--noEmit', '--strict', ...options, ...ways, 'entries.ts'], project);
    }
    const programs = name === 'create' ? [] : Object.keys(manifestOf(name).bin ?? {});
    for (const program of programs)
      run(join(project, 'node_modules/.bin', program), ['--help'], project);
  });
}

for (const name of Object.keys(MAPPED)) {
  test(`${name}: the types of every entry are found where its code is`, () => {
    // In every module resolution, including the oldest. A style sheet has no types, and the other
    // two are only ES modules.
    const others = ['styles.css', 'vanilla', 'vue'];
    const ways = MODULES.includes(name)
      ? ['--profile', 'esm-only']
      : ['--exclude-entrypoints', ...others];
    run(tool('attw'), [tarballs[name], ...ways]);
  });

  test(`${name}: only the build and its pages are packed`, () => {
    const files = filesOf(name);
    const page = /^(LICENSE|README\.md|CHANGELOG\.md|package\.json)$/;
    const built =
      /^dist\/(?!.*\.(test|fixture)\.)(.+\.js(\.map)?|cjs\/.+\.cjs(\.map)?|[a-z-]+(\/[a-z]+)?\.d\.c?ts|styles\.css)$/;
    const declared = /^dist\/(?!.*\.(test|fixture)\.).+\.d\.ts$/;
    assert.deepEqual(
      files
        .filter((file) => !page.test(file) && !built.test(file))
        .filter((file) => !MODULES.includes(name) || !declared.test(file)),
      [],
    );
    for (const required of ['LICENSE', 'README.md', 'CHANGELOG.md', 'package.json'])
      assert.ok(files.includes(required), required);
  });

  test(`${name}: package.json refers only to packed files`, () => {
    const text = readFileSync(join(published(name), 'package.json'), 'utf8');
    assert.doesNotMatch(text, /prichal-source|\bsrc\b|"private"|"scripts"/);
    const targets = [...text.matchAll(/"(\.\/[^"*]+)"/g)].map(([, target]) => target);
    const subpaths = Object.keys(JSON.parse(text).exports);
    for (const target of targets.filter((each) => !subpaths.includes(each)))
      assert.ok(existsSync(join(published(name), target)), target);
  });

  test(`${name}: a stack trace leads to the source`, () => {
    const { sources, sourcesContent } = JSON.parse(
      readFileSync(join(published(name), `dist/${MAPPED[name]}.js.map`), 'utf8'),
    );
    assert.equal(sources.length, sourcesContent.length);
    assert.match(sourcesContent.join(''), /^import /m);
  });

  test(`${name}: the source maps contain each source once`, () => {
    const sources = filesOf(name)
      .filter((file) => file.endsWith('.map'))
      .flatMap((file) =>
        JSON.parse(readFileSync(published(`${name}/${file}`), 'utf8')).sources.map((source) =>
          join(name, file, '..', source),
        ),
      );
    assert.ok(sources.length > 10);
    assert.deepEqual(
      sources.filter((source, index) => sources.indexOf(source) !== index),
      [],
    );
  });

  test(`${name}: has one CommonJS file per entry, and one that entries share`, () => {
    const files = filesOf(name);
    const entries = Object.values(manifestOf(name).exports)
      .flatMap((entry) => entry.require?.default ?? [])
      .flatMap((target) => files.filter((file) => matchesGlob(file, target.slice(2))));
    const shared = `dist/cjs/shared.cjs`;
    assert.equal(files.includes(shared), entries.length > 1);
    assert.deepEqual(
      files.filter((file) => file.endsWith('.cjs') && file !== shared).sort(),
      entries.sort(),
    );
  });

  test(`${name}: package.json names every module with side effects`, () => {
    const { sideEffects } = manifestOf(name);
    const modules = filesOf(name).filter(
      (file) => file.endsWith('.js') && !file.startsWith('dist/vanilla/'),
    );
    const globs = (sideEffects || []).map((each) => each.replace(/^\.\//, ''));
    assert.deepEqual(
      modules
        .filter((file) => hasSideEffects(published(`${name}/${file}`)))
        .filter((file) => !globs.some((glob) => matchesGlob(file, glob))),
      [],
    );
  });

  test(`${name}: its only React peers are React 18 and 19`, () => {
    const { react = '^18 || ^19', 'react-dom': dom = react } =
      manifestOf(name).peerDependencies ?? {};
    assert.deepEqual([react, dom], ['^18 || ^19', '^18 || ^19']);
  });
}

/** Entries with components or hooks, and entries without. */
const CLIENT = {
  connect: {
    yes: ['index', 'headless', 'wallet-source'],
    no: ['sdk', 'testing/unit', 'languages/uk'],
  },
  session: { yes: ['react'], no: ['index'] },
};

for (const [name, { yes, no }] of Object.entries(CLIENT)) {
  test(`${name}: only entries with components or hooks begin with 'use client'`, () => {
    const begins = (entry) =>
      [`${entry}.js`, `cjs/${entry}.cjs`].map((file) =>
        /^['"]use client['"];/.test(readFileSync(published(`${name}/dist/${file}`), 'utf8')),
      );
    for (const entry of yes) assert.deepEqual(begins(entry), [true, true], entry);
    for (const entry of no) assert.deepEqual(begins(entry), [false, false], entry);
  });
}

for (const [name, types] of Object.entries({ connect: 'vanilla.d.ts', session: 'index.d.cts' })) {
  test(`${name}: the files for pages without a bundler import no other package and no React`, async () => {
    run(tool('attw'), [tarballs[name], '--entrypoints', 'vanilla', '--profile', 'esm-only']);
    const declared = readFileSync(published(`${name}/dist/${types}`), 'utf8');
    assert.doesNotMatch(declared, /from 'react/);
    // In a separate folder the files find no other package.
    const alone = join(place, `alone-${name}`);
    cpSync(published(`${name}/dist/vanilla`), alone, { recursive: true });
    writeFileSync(join(alone, 'package.json'), '{ "type": "module" }');
    for (const file of readdirSync(alone).filter((each) => each.endsWith('.js'))) {
      await import(join(alone, file));
    }
  });
}

test('connect: the files for pages without React have every name that needs no React', async () => {
  const [index, sdk, vanilla] = await Promise.all(
    ['index', 'sdk', 'vanilla/index'].map((name) => import(published(`connect/dist/${name}.js`))),
  );
  const missing = Object.keys(index).filter((name) => !(name in vanilla || name in sdk));
  assert.deepEqual(
    missing.filter((name) => !/^use|^TonConnect(Button|UIProvider|UIContext)$/.test(name)),
    [],
  );
});

test('only dev-wallet needs Playwright', () => {
  const names = Object.keys(MAPPED).filter((name) =>
    filesOf(name)
      .filter((file) => /package\.json$|\.c?js$|\.d\.c?ts$/.test(file))
      .some((file) => readFileSync(published(`${name}/${file}`), 'utf8').includes('@playwright/')),
  );
  assert.deepEqual(names, ['dev-wallet']);
});

test('connect: CommonJS entries share one React context', () => {
  const require = createRequire(join(consumer, 'server.cjs'));
  const { TonConnectUIProvider } = require('@prichal/connect');
  const { useWalletSource } = require('@prichal/connect/wallet-source');
  const { useWallets } = require('@prichal/connect/headless');
  const { createElement } = require('react');
  const { renderToStaticMarkup } = require('react-dom/server');
  function Probe() {
    return `${useWalletSource() !== null} ${useWallets().wallets.length}`;
  }
  const manifestUrl = 'https://app.example/tonconnect-manifest.json';
  const probe = createElement(Probe);
  assert.match(
    renderToStaticMarkup(createElement(TonConnectUIProvider, { manifestUrl }, probe)),
    /^true /,
  );
});

test('connect: every value of @tonconnect/ui-react is in the root entry', async () => {
  const peer = Object.keys(await import('@tonconnect/ui-react'));
  assert.equal(peer.length, 71);
  const modules = await import(published('connect/dist/index.js'));
  const commonjs = createRequire(import.meta.url)(published('connect/dist/cjs/index.cjs'));
  for (const ours of [modules, commonjs]) {
    assert.deepEqual(
      peer.filter((name) => typeof ours[name] === 'undefined'),
      [],
    );
  }
});

test('sdk: every value and every type of the official SDK is exported', async () => {
  const official = readFileSync(join(installed, '@tonconnect/sdk/lib/types/index.d.ts'), 'utf8');
  const types = [...official.matchAll(/^export declare (?:type|interface|class|enum) (\w+)/gm)];
  assert.ok(types.length > 100);
  const ours = readFileSync(published('sdk/dist/index.d.cts'), 'utf8');
  const compared = readFileSync(join(root, 'e2e/swap/types/sdk.ts'), 'utf8');
  const missing = types
    .map(([, name]) => name)
    .filter(
      (name) => !(new RegExp(`\\b${name}\\b`).test(ours) && compared.includes(`Ours.${name}`)),
    );
  assert.deepEqual(missing, []);
  const values = Object.keys(await import('@tonconnect/sdk'));
  const modules = await import(published('sdk/dist/index.js'));
  const commonjs = createRequire(import.meta.url)(published('sdk/dist/cjs/index.cjs'));
  for (const ours of [modules, commonjs]) {
    assert.deepEqual(
      values.filter((name) => typeof ours[name] === 'undefined'),
      [],
    );
  }
});

test('connect: the swap test names every type of @tonconnect/ui-react', () => {
  const listed = readFileSync(join(root, 'e2e/swap/src/names.ts'), 'utf8')
    .match(/\{([^}]*)\}/)?.[1]
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);
  const declared = new Set();
  for (const file of [
    'sdk/lib/types',
    'ui/lib',
    'ui-react/lib/components',
    'ui-react/lib/errors',
  ]) {
    const index = readFileSync(join(installed, '@tonconnect', file, 'index.d.ts'), 'utf8');
    for (const [, name] of index.matchAll(
      /^export (?:declare )?(?:abstract )?(?:class|type|interface|enum) (\w+)/gm,
    )) {
      declared.add(name);
    }
    for (const [, names] of index.matchAll(/^export (?:type )?\{([^}]*)\}/gm)) {
      for (const part of names.split(',')) {
        const name = part.trim().replace(/^default as |^type /, '');
        // Components and the context are values.
        if (name !== '' && !/^TonConnect(Button|UIProvider|UIContext)$/.test(name))
          declared.add(name);
      }
    }
  }
  assert.deepEqual(listed?.toSorted(), [...declared].sort());
});

for (const name of ['connect', 'session', 'sdk']) {
  test(`${name}: the API pages are those of the build`, () => {
    for (const page of readdirSync(join(root, name, 'api'))) {
      const [kept, built] = [`${name}/api`, 'build/api'].map((folder) =>
        readFileSync(join(root, folder, page), 'utf8'),
      );
      assert.equal(kept, built, `${name}/api/${page} is not what is built: npm run api`);
    }
  });
}

test('connect: the site names every option, every hook, every error and every code', () => {
  const read = (page) => readFileSync(join(root, 'docs/site/widget', page), 'utf8');
  const api = readFileSync(join(root, 'connect/api/connect.api.md'), 'utf8');
  const namesIn = (text, pattern) => [...text.matchAll(pattern)].map(([, name]) => name);
  const options = [];
  for (const [, members] of api.matchAll(
    /^export (?:type|interface) (?:TonConnectUiOptions|TonConnectUiCreateOptionsBase|TonConnectUiOptionsWith\w+|TonConnectUIProviderPropsWith\w+|TonConnectButtonProps|TelegramOptions|UIPreferences|ActionConfiguration|WalletsListConfiguration)\b[^{]*\{\n([\s\S]*?)^\}/gm,
  )) {
    options.push(...namesIn(members, /^ {4}(\w+)\??:/gm));
  }
  assert.ok(options.length > 30, `only ${options}`);
  const [, members] = /^export class TonConnectUI \{\n([\s\S]*?)^\}/m.exec(api);
  const actions = [
    ...namesIn(api, /^export (?:const|function) (use\w+)/gm),
    ...namesIn(members, /^ {4}(?:static |get |set )?(\w+)\(/gm).filter(
      (name) => name !== 'constructor',
    ),
  ];
  assert.ok(actions.length > 30, `only ${actions}`);
  const errors = namesIn(api, /^export class (\w+Error)\b/gm);
  for (const file of readdirSync(join(root, 'connect/src'), { recursive: true })) {
    if (!/(?<!\.test)\.tsx?$/.test(file)) continue;
    errors.push(
      ...namesIn(readFileSync(join(root, 'connect/src', file), 'utf8'), /\bcode: '([A-Z_]+)'/g),
    );
  }
  assert.ok(errors.length > 25, `only ${errors}`);
  const missing = (names, page) =>
    names
      .filter((name) => !new RegExp(`\\b${name}\\b`).test(read(page)))
      .map((name) => `${page}: ${name}`);
  assert.deepEqual(
    [
      ...missing(options, 'options.md'),
      ...missing(actions, 'hooks.md'),
      ...missing(errors, 'errors.md'),
    ],
    [],
  );
});

for (const resolution of ['bundler', 'nodenext']) {
  test(`a project with the code of the pages, which checks its libraries too, compiles (${resolution})`, () => {
    run(tool('tsc'), ['--project', `tsconfig.${resolution}.json`], consumer);
  });
}

test('that project builds, with SDK and wallet dialog in separate chunks', async () => {
  const { build } = await import('vite');
  const { output } = await build({
    root: consumer,
    configFile: false,
    logLevel: 'error',
    build: { write: false },
  });
  const page = output.find(({ fileName }) => fileName === 'index.html');
  const first = output.filter(({ fileName }) => page.source.includes(fileName));
  const code = first.map((file) => file.code ?? file.source).join('\n');
  assert.match(code, /data-prichal-root/);
  assert.match(code, /--prichal-connect-button-background:/, 'its styles are there');
  assert.doesNotMatch(code, /bridge_endpoint|SessionCrypto|tweetnacl/);
  assert.ok(output.length > first.length + 2, 'the rest comes later');
});

for (const server of ['server.mjs', 'server.cjs']) {
  test(`${server} renders the styled button without a bundler`, () => {
    const html = run(process.execPath, [server], consumer);
    const [, className] =
      /<button[^>]* class="([^"]+)"[^>]* data-state="restoring"/.exec(html) ?? [];
    const [, styles = ''] = /<style>(.*)<\/style>/s.exec(html) ?? [];
    assert.ok(styles.includes(`.${className}{`), 'its class is in the styles');
    assert.ok(styles.includes('--prichal-connect-button-background:'), 'and the colours are');
  });
}
