// Runs the code of docs/site/widget/testing.md with the packed package in an empty project: the Playwright tests
// against an app on the widget and on @tonconnect/ui-react, the wallet in Node and in a window, and the HTTP
// commands. Also checks the verdict of the built server on each of the wallet's proofs.
import assert from 'node:assert/strict';
import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, test } from 'node:test';
import { build } from 'vite';
import { packPackages } from '../../script/pack.mjs';
import { chromiumLaunch } from '../fixtures/chromium.ts';
import { type StaticServer, serveFolder } from '../fixtures/static-server.ts';
import { readPage } from '../paths/blocks.ts';

const root = resolve(import.meta.dirname, '../..');
const installed = join(root, 'node_modules');
const blocks = readPage('widget/testing.md');

/** Returns the code of a file of the page. */
const file = (name: string): string =>
  blocks.find(({ label }) => label === name)?.text ?? assert.fail(`the page has no ${name}`);

/** Returns the code of the block in TypeScript that contains a word. */
const code = (word: string): string =>
  blocks.find(({ language, label, text }) => language === 'ts' && !label && text.includes(word))
    ?.text ?? assert.fail(`the page has no code with ${word}`);

let place: string;
let project: string;

before(() => {
  place = mkdtempSync(join(tmpdir(), 'prichal-kit-'));
  project = join(place, 'project');
  mkdirSync(join(project, 'node_modules/@prichal/dev-wallet'), { recursive: true });
  // Dependencies come from this repository, so that no registry is contacted.
  for (const name of readdirSync(installed)) {
    if (name === '@prichal' || name === 'eventsource' || name.startsWith('.')) continue;
    symlinkSync(join(installed, name), join(project, 'node_modules', name));
  }
  const eventSource = join(root, 'dev-wallet/node_modules/eventsource');
  symlinkSync(eventSource, join(project, 'node_modules/eventsource'));
  const tarball = packPackages(place, ['dev-wallet'])['dev-wallet'];
  const target = join(project, 'node_modules/@prichal/dev-wallet');
  execFileSync('tar', ['-xzf', tarball, '-C', target, '--strip-components', '1']);
  writeFileSync(join(project, 'package.json'), '{ "type": "module" }');
});
after(() => rmSync(place, { recursive: true, force: true }));

/** Serves examples/vite with our widget, or with @tonconnect/ui-react under the same name. */
async function serveExample(widget: 'ours' | 'peer'): Promise<StaticServer> {
  const folder = join(place, widget);
  cpSync(join(root, 'examples/vite'), join(place, `${widget}-source`), {
    recursive: true,
    filter: (path) => !/node_modules|dist$/.test(path),
  });
  const { default: react } = await import('@vitejs/plugin-react');
  const at = {
    ours: join(root, 'connect/src/index.ts'),
    peer: join(installed, '@tonconnect/ui-react'),
  };
  await build({
    root: join(place, `${widget}-source`),
    configFile: false,
    logLevel: 'error',
    plugins: [react()],
    resolve: {
      conditions: ['prichal-source', 'module', 'browser', 'development|production'],
      alias: [
        { find: '@prichal/connect', replacement: at[widget] },
        ...['react', 'react-dom'].map((name) => ({
          find: name,
          replacement: join(installed, name),
        })),
      ],
    },
    build: { outDir: folder, emptyOutDir: true },
  });
  return serveFolder(folder);
}

/** Runs a program in the project. Rejects with its output if it fails. */
function run(program: string, parameters: readonly string[]): Promise<string> {
  return new Promise((found, failed) => {
    execFile(program, parameters, { cwd: project }, (error, stdout, stderr) => {
      if (error) failed(new Error(`${program} ${parameters.join(' ')}\n${stdout}${stderr}`));
      else found(stdout);
    });
  });
}

for (const widget of ['ours', 'peer'] as const) {
  test(`the Playwright tests pass in an app on ${widget === 'ours' ? 'our widget' : '@tonconnect/ui-react'}`, async () => {
    const site = await serveExample(widget);
    try {
      // Page objects find the controls of our widget only.
      const specs = ['pay.spec.ts', 'decline.spec.ts', 'disconnect.spec.ts'];
      mkdirSync(join(project, widget));
      for (const name of specs.slice(0, widget === 'ours' ? 3 : 2))
        writeFileSync(join(project, widget, name), file(name));
      const settings = {
        testDir: widget,
        workers: 2,
        fullyParallel: true,
        reporter: 'line',
        // Wallets require a domain with a dot, which loopback has. The manifest is the example's
        // own.
        use: { baseURL: site.origin, launchOptions: chromiumLaunch },
      };
      writeFileSync(
        join(project, 'playwright.config.ts'),
        `export default ${JSON.stringify(settings)};`,
      );
      const said = await run(join(installed, '.bin/playwright'), ['test']);
      assert.match(said, widget === 'ours' ? /3 passed/ : /2 passed/);
    } finally {
      await site.stop();
    }
  });
}

test('the wallet connects in Node and in a window', async () => {
  const node = code('startBridge');
  const page = code('injectWallet');
  const begin = `
import { TonConnect } from '@tonconnect/sdk';
const items = new Map();
const storage = {
  getItem: async (key) => items.get(key) ?? null,
  setItem: async (key, value) => void items.set(key, value),
  removeItem: async (key) => void items.delete(key),
};
const manifestUrl = 'https://app.example/tonconnect-manifest.json';
console.log = () => {};
`;
  const connector = `new TonConnect({ manifestUrl, storage, walletsListSource: 'data:application/json,[]', analytics: { mode: 'off' } })`;
  const manifest = /manifest: \{[^}]*\}/.exec(page)?.[0] ?? assert.fail('no manifest');
  const over = node.replace('bridgeUrl: bridge.url })', `bridgeUrl: bridge.url, ${manifest} })`);
  assert.notEqual(over, node);
  const waitForAccount = `
while (connector.account?.address !== wallet.account.raw) await new Promise((again) => setTimeout(again, 20));
process.stdout.write('connected');
process.exit(0);
`;
  writeFileSync(
    join(project, 'node.mjs'),
    `${begin}const connector = ${connector};\n${over}${waitForAccount}`,
  );
  assert.match(await run(process.execPath, ['node.mjs']), /connected/);

  // A window among the globals, as jsdom sets it before a test's modules load.
  const window = `
globalThis.window = globalThis;
globalThis.location = { origin: 'https://app.example', hostname: 'app.example' };
globalThis.addEventListener = () => {};
globalThis.dispatchEvent = () => true;
`;
  const connect = `
const connector = ${connector};
connector.connect({ jsBridgeKey: 'prichalDev' });
`;
  writeFileSync(join(project, 'globals.mjs'), window);
  writeFileSync(join(project, 'window.mjs'), `${begin}${page}${connect}${waitForAccount}`);
  const parameters = ['--import', './globals.mjs', 'window.mjs'];
  assert.match(await run(process.execPath, parameters), /connected/);
});

test('curl controls the wallet that the command serves', async () => {
  const main = join(project, 'node_modules/@prichal/dev-wallet/dist/serve/main.js');
  const child = spawn(process.execPath, [main, 'serve', '--port', '0'], { cwd: project });
  try {
    const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
    const origin = /http:\/\/[^,]+/.exec(line)?.[0] ?? assert.fail(line);
    const lines = blocks.flatMap(({ language, text }) =>
      language === 'sh' ? text.split('\n') : [],
    );
    const curl = lines.filter((each) => each.startsWith('curl '));
    assert.equal(curl.length, 3);
    const [make = '', open = '', next = ''] = curl.map((each) =>
      each.replace('http://127.0.0.1:8800', origin),
    );
    const answerOf = async (command: string) =>
      JSON.parse(await run('bash', ['-c', `${command} --silent`]));
    assert.equal((await answerOf(make)).id, '1');
    // The page's link has an ellipsis where a client ID would be.
    assert.match((await answerOf(open)).error, /64 hexadecimal characters/);
    const soon = next.replace("sendTransaction'", "sendTransaction&timeout=1'");
    assert.match((await answerOf(soon)).error, /no sendTransaction within 1 ms/);
  } finally {
    child.kill();
    await once(child, 'exit');
  }
});

const DOMAIN = 'app.example.org';

/** Returns a wallet's answer as a page posts it. */
async function proofOf(fault: string): Promise<string> {
  const { DevWallet } = await import('../../dev-wallet/src/index.ts');
  const url = `https://${DOMAIN}`;
  const manifest = { url, name: 'App', iconUrl: `${url}/icon.png` };
  using wallet = new DevWallet({ manifest, behaviour: { proof: fault as 'good' } });
  const { bridge, dispose } = wallet.bridgeFor(url);
  const items = [{ name: 'ton_addr' }, { name: 'ton_proof', payload: 'nonce' }];
  const event = await bridge.connect(2, { manifestUrl: `${url}/m.json`, items });
  dispose();
  assert.equal(event.event, 'connect');
  const [account, proof] = event.payload.items as unknown as [
    { address: string; network: string; publicKey: string; walletStateInit: string },
    { proof: object },
  ];
  const { address, network: chain, publicKey, walletStateInit } = account;
  return JSON.stringify({
    account: { address, chain, publicKey, walletStateInit },
    proof: proof.proof,
  });
}

for (const [fault, verdict] of [
  ['good', 'good'],
  ['other-key', 'signature_mismatch'],
  ['stale', 'expired'],
  ['future', 'timestamp_in_future'],
  ['other-domain', 'domain_not_allowed'],
  ['other-payload', 'payload_mismatch'],
] as const) {
  test(`the server’s verdict on a proof with the fault ${fault}: ${verdict}`, async () => {
    const file = join(place, `${fault}.json`);
    writeFileSync(file, await proofOf(fault));
    const asked = ['--domain', DOMAIN, '--payload', 'nonce', '--json', file];
    const said = await new Promise<string>((found) => {
      execFile(join(root, 'build/release/prichal'), ['proof', 'check', ...asked], (_, stdout) =>
        found(stdout),
      );
    });
    const result = JSON.parse(said) as { verdict: string; code?: string };
    assert.equal(result.code ?? result.verdict, verdict);
  });
}
