// create-prichal: its arguments, its messages and the files of each choice. e2e/paths and e2e/recipes run the created apps.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, before, test } from 'node:test';
import { parse } from 'yaml';

const root = resolve(import.meta.dirname, '../..');
let place;

before(() => {
  execFileSync('npm', ['run', '--silent', 'build', '--workspace', 'create'], { cwd: root });
  place = mkdtempSync(join(tmpdir(), 'prichal-create-'));
});
after(() => rmSync(place, { recursive: true, force: true }));

/** Runs the program in `place` or a folder of it, as npm does. */
function create(words, environment = {}, folder = '') {
  return spawnSync(process.execPath, [join(root, 'create/dist/main.mjs'), ...words], {
    cwd: join(place, folder),
    encoding: 'utf8',
    input: '',
    env: {
      PATH: process.env.PATH,
      LANG: 'C.UTF-8',
      npm_config_user_agent: 'npm/11.0.0 node/v24',
      ...environment,
    },
  });
}

const json = (path) => JSON.parse(readFileSync(join(place, path), 'utf8'));

test('without options, the app has no backend and no bridge', () => {
  const { status, stdout, stderr } = create(['Plain App']);
  assert.equal(stderr, '');
  assert.equal(status, 0);
  assert.match(stdout, /\n {2}cd "Plain App"\n {2}npm install\n {2}npm run dev\n/);
  assert.equal(json('Plain App/package.json').name, 'plain-app');
  assert.equal(json('Plain App/public/tonconnect-manifest.json').name, 'plain-app');
  for (const file of ['.gitignore', 'public/icon.png', 'vite/describe-pages.mjs'])
    assert.ok(existsSync(join(place, 'Plain App', file)), file);
  for (const file of ['_gitignore', 'api', 'compose.yaml', 'src/Account.tsx'])
    assert.ok(!existsSync(join(place, 'Plain App', file)), file);
});

for (const [backend, file] of Object.entries({
  node: 'api.mjs',
  go: 'main.go',
  python: 'api.py',
})) {
  test(`--backend ${backend} adds its API and sign-in`, () => {
    const folder = `with-${backend}`;
    assert.equal(create([folder, '--backend', backend, '--bridge', '--yes']).status, 0);
    for (const each of [`api/${file}`, 'src/Account.tsx', 'tests/sign-in.spec.ts'])
      assert.ok(existsSync(join(place, folder, each)), each);
    const { scripts, dependencies } = json(`${folder}/package.json`);
    assert.equal(scripts.api, backend === 'node' ? 'node api/api.mjs' : undefined);
    assert.ok(dependencies['@prichal/session']);
    const readme = readFileSync(join(place, folder, 'README.md'), 'utf8');
    for (const heading of ['# with-', '## Sign-in', '## Bridge'])
      assert.ok(readme.includes(heading));
    assert.match(
      readFileSync(join(place, folder, '.gitignore'), 'utf8'),
      /^dist\n[\s\S]*^bot-token\n/m,
    );
  });
}

test('each dependency of an app has the version of this repository', () => {
  create(['versions', '--backend', 'node']);
  const { dependencies, devDependencies } = json('versions/package.json');
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies })) {
    const folder = name.replace('@prichal/', '');
    assert.equal(
      version,
      folder === name ? `^${packages[`node_modules/${name}`].version}` : packages[folder].version,
    );
  }
});

test('the Compose file runs the image of config/project.json with the app and a volume', () => {
  create(['composed', '--bridge']);
  const { services, volumes } = parse(readFileSync(join(place, 'composed/compose.yaml'), 'utf8'));
  const { image } = JSON.parse(readFileSync(join(root, 'config/project.json'), 'utf8'));
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  assert.equal(services.prichal.image, `\${PRICHAL_IMAGE:-${image}:${version}}`);
  assert.deepEqual(services.prichal.volumes, ['./dist:/srv/web:ro', 'data:/var/lib/prichal']);
  assert.deepEqual(volumes, { data: {} });
});

test('the next commands use the package manager that started the program', () => {
  const { stdout } = create(['by-pnpm'], { npm_config_user_agent: 'pnpm/10.0.0 npm/? node/v24' });
  assert.match(stdout, /\n {2}pnpm install\n {2}pnpm run dev\n/);
});

test('the next commands quote the folder for a shell', () => {
  for (const [folder, word] of Object.entries({
    'a b': '"a b"',
    "it's": `"it's"`,
    'a;b': '"a;b"',
    $HOME: `'$HOME'`,
    'имя/app': 'имя/app',
  }))
    assert.ok(create([folder]).stdout.includes(`\n  cd ${word}\n`), folder);
});

test('an empty name means the default folder', () => {
  mkdirSync(join(place, 'unnamed'));
  assert.match(create([''], {}, 'unnamed').stdout, /\n {2}cd my-app\n/);
});

test('the messages are in Russian in a Russian locale', () => {
  assert.match(create(['по-русски'], { LANG: 'ru_RU.UTF-8' }).stdout, /^\nПриложение создано в /);
  assert.equal(json('по-русски/package.json').name, 'my-app');
});

test('the program writes only into an empty folder', () => {
  mkdirSync(join(place, 'full'));
  mkdirSync(join(place, 'cloned/.git'), { recursive: true });
  writeFileSync(join(place, 'full/kept'), 'kept');
  const { status, stdout, stderr } = create(['full']);
  assert.deepEqual(
    [status, stdout, stderr],
    [
      2,
      '',
      'create-prichal: folder: "full" is not empty. Fix: name a new folder, or empty this one\n',
    ],
  );
  assert.deepEqual(globSync('**', { cwd: join(place, 'full') }).sort(), ['.', 'kept']);
  assert.match(
    create(['full/kept']).stderr,
    /^create-prichal: folder: "full\/kept" is a file\. Fix: /,
  );
  assert.match(
    create(['full/kept/below']).stderr,
    /^create-prichal: folder: cannot write "[^"]+" \(ENOTDIR\)\. Fix: [^\n]+\n$/,
  );
  assert.equal(create(['cloned']).status, 0);
});

test('a wrong argument gets one line', () => {
  const wrong = [
    [
      ['app', '--backend', 'php'],
      '--backend: unknown value "php". Fix: use node, go, python or none',
    ],
    [['app', '--backends'], '--backends: unknown or incomplete option. Fix: see --help'],
    [['app', '--backend'], '--backend: unknown or incomplete option. Fix: see --help'],
    [['app', 'other'], 'other: a second folder. Fix: name one folder'],
  ];
  for (const [words, line] of wrong) {
    const { status, stderr } = create(words);
    assert.deepEqual([status, stderr], [2, `create-prichal: ${line}\n`]);
  }
  assert.ok(!existsSync(join(place, 'app')));
});
