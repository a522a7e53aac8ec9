import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { remoteWallet } from '../../testing/scripted-connector.js';
import { parseEntries, usableWallets } from './parse-list.js';
import { mergeWallets, sheetWallets } from './sheet-wallets.js';

const alpha = remoteWallet('Alpha');
const without = (field: string) => ({ ...remoteWallet('Beta'), [field]: undefined });
const withField = (field: string, value: unknown) => ({ ...remoteWallet('Beta'), [field]: value });

const warn = vi.spyOn(console, 'warn');
const warnings = () => warn.mock.calls.map(([message]) => String(message));

beforeEach(() => warn.mockReset().mockImplementation(() => undefined));
afterEach(() => vi.unstubAllGlobals());

const BAD: [string, unknown][] = [
  ['name', null],
  ['name', 7],
  ['name', without('name')],
  ['appName', without('appName')],
  ['platforms', without('platforms')],
  ['platforms', withField('platforms', 'ios')],
  ['features', withField('features', [null])],
  ['features', withField('features', [{ name: 'SignData' }])],
  ['features', withField('features', 'SendTransaction')],
  ['bridgeUrl', without('bridgeUrl')],
  ['bridgeUrl', withField('bridgeUrl', 'bridge')],
  ['bridgeUrl', withField('bridgeUrl', 'https://[')],
  ['bridgeUrl', withField('bridgeUrl', null)],
  ['universalLink', withField('universalLink', 'wallet')],
];

describe.each(BAD)('a wallet with an invalid %s', (fault, wallet) => {
  const source = `${fault} ${JSON.stringify(wallet)}`;

  it('is skipped with one warning that names it', () => {
    const { name } = Object(wallet);
    expect(usableWallets([alpha, wallet], source)).toEqual([alpha]);
    usableWallets([alpha, wallet], source);
    expect(warnings()).toEqual([
      `Prichal: skipped wallet 1 "${name}" of ${source}: invalid ${fault}`,
    ]);
  });

  it('does not hide the other included wallets', () => {
    const included = [wallet, remoteWallet('Gamma')] as never[];
    const inputs = {
      listed: [alpha],
      includeWallets: included,
      preferredWallet: 'gamma',
      walletsRequiredFeatures: { signData: { types: ['text'] as never } },
      walletsPreferredFeatures: undefined,
      modal: { status: 'closed', closeReason: null } as const,
      walletConnect: undefined,
    };
    expect(sheetWallets(inputs as never)?.map(({ wallet: { name } }) => name)).toEqual([
      'Gamma',
      'Alpha',
    ]);
  });
});

it('accepts an included wallet without features and picture', () => {
  const plain = { ...without('features'), imageUrl: undefined, aboutUrl: undefined };
  expect(mergeWallets([], [plain as never])).toHaveLength(1);
  expect(warnings()).toEqual([]);
});

it('opens an included wallet without a universal link by its own scheme or by tc://', () => {
  const own = without('universalLink') as never;
  expect(mergeWallets([], [own])).toMatchObject([{ universalLink: 'tc://' }]);
  const deepLink = { ...without('universalLink'), deepLink: 'beta://connect' } as never;
  expect(mergeWallets([], [deepLink])).toMatchObject([{ universalLink: 'beta://connect' }]);
  const { universalLink } = remoteWallet('Beta') as { universalLink: string };
  expect(mergeWallets([remoteWallet('Beta')], [own])).toMatchObject([{ universalLink }]);
});

it('does not treat an included extension with an undefined bridgeUrl as remote', () => {
  const extension = { ...remoteWallet('Beta'), bridgeUrl: undefined, jsBridgeKey: 'beta' };
  vi.stubGlobal('window', {});
  expect(mergeWallets([], [extension as never])[0]).not.toHaveProperty('bridgeUrl');
});

it('ignores included wallets that are not an array', () => {
  expect(mergeWallets([alpha], null as never)).toEqual([alpha]);
});

describe('a served list', () => {
  const served = {
    name: 'Alpha',
    app_name: 'alpha',
    universal_url: 'https://alpha.example/connect',
    bridge: [{ type: 'sse', url: 'https://bridge.alpha.example' }],
  };
  const SOURCE = 'https://app.example.org/wallets.json';

  it('warns once about each skipped entry, with its name and the reason', () => {
    const bad = { ...served, name: 'Beta', bridge: [{ type: 'sse', url: 'https://[' }] };
    const list = [null, bad, { ...served, app_name: 7 }, served];
    for (let i = 0; i < 2; i++) expect(parseEntries(list, SOURCE)).toHaveLength(1);
    expect(warnings()).toEqual([
      `Prichal: skipped wallet 0 "undefined" of ${SOURCE}: invalid name`,
      `Prichal: skipped wallet 1 "Beta" of ${SOURCE}: invalid bridge`,
      `Prichal: skipped wallet 2 "Alpha" of ${SOURCE}: invalid app_name`,
    ]);
  });

  it('skips an unreadable feature', () => {
    const features = [
      'SendTransaction',
      null,
      { name: 'SignData' },
      { name: 'SignData', types: [] },
    ];
    expect(parseEntries([{ ...served, features }], SOURCE)[0]?.features).toEqual([
      'SendTransaction',
      { name: 'SignData', types: [] },
    ]);
  });

  it('does not warn about wallets on the page, which need no description', () => {
    parseEntries([{}]);
    expect(warnings()).toEqual([]);
  });
});
