import type { UIWallet, Wallet, WalletInfo, WalletInfoRemote } from '@prichal/connect';
import { icon, SIGNS } from './icons';

const EVERYWHERE: WalletInfo['platforms'] = ['ios', 'android', 'macos', 'windows', 'linux'];

type Feature = NonNullable<WalletInfo['features']>[number];
const SEND: Feature = { name: 'SendTransaction', maxMessages: 4 };
const SIGN: Feature = { name: 'SignData', types: ['text', 'binary', 'cell'] };

/**
 * Makes a wallet that is reached over a bridge. `example` domains do not exist, so nothing opens.
 */
function wallet(name: string, imageUrl: string, more: Partial<WalletInfoRemote> = {}) {
  const appName = name.toLowerCase().replaceAll(/[^a-z]+/g, '-');
  return {
    name,
    appName,
    imageUrl,
    aboutUrl: `https://${appName}.example/`,
    universalLink: `https://${appName}.example/ton-connect`,
    bridgeUrl: `https://bridge.${appName}.example`,
    platforms: EVERYWHERE,
    features: [SEND, SIGN],
    ...more,
  } as WalletInfo;
}

const extension = (of: WalletInfo, injected: boolean): WalletInfo =>
  ({ ...of, jsBridgeKey: `${of.appName}Gallery`, injected, embedded: false }) as WalletInfo;

/** A list with every special case: long names, a missing icon, a broken icon. */
export const FLEET: readonly WalletInfo[] = [
  wallet('Wallet', icon('#2a9df0', SIGNS.plane), {
    appName: 'telegram-wallet',
    universalLink: 'https://t.me/wallet?attach=wallet',
  }),
  wallet('Tonkeeper', ''),
  wallet('Anchor', icon('#1d4e89', SIGNS.anchor)),
  extension(
    wallet('Compass', icon('#0f766e', SIGNS.compass), {
      platforms: [...EVERYWHERE, 'chrome', 'firefox'],
    }),
    false,
  ),
  wallet('Buoy', icon('#c2410c', SIGNS.buoy)),
  wallet('Dinghy', icon('#7c3aed', SIGNS.dinghy), { features: [SEND] }),
  wallet('Fathom', icon('#0e7490', SIGNS.fathom)),
  wallet('Galley', icon('#92400e', SIGNS.galley), { features: [SEND] }),
  wallet('Harbour', icon('#334155', SIGNS.harbour)),
  wallet('Islet', icon('#15803d', SIGNS.islet)),
  wallet('Jetty', icon('#f4f1ea', SIGNS.jetty).replaceAll('%23fff', '%23475569')),
  wallet('Keel', icon('#be123c', SIGNS.keel)),
  wallet('Lantern', icon('#a16207', SIGNS.lantern)),
  wallet('Mooring & Sons', icon('#4338ca', SIGNS.mooring)),
  wallet('Nautilus', 'data:image/png;base64,broken'),
];

/** The same list on a computer with Compass as a browser extension. */
export const WITH_EXTENSION = FLEET.map((one) =>
  one.name === 'Compass' ? extension(one, true) : one,
);

/** A wallet that the app adds. */
export const OWN_WALLET: UIWallet = {
  name: 'Quay',
  appName: 'quay',
  imageUrl: icon('#0369a1', SIGNS.quay),
  aboutUrl: 'https://quay.example/',
  universalLink: 'https://quay.example/ton-connect',
  bridgeUrl: 'https://bridge.quay.example',
  platforms: EVERYWHERE,
  features: [SEND, SIGN],
};

/** Returns a wallet of the list as it describes itself when it connects. */
export const connectedAs = (name: string, provider: Wallet['provider'] = 'http'): Wallet => ({
  device: {
    platform: 'iphone',
    appName: FLEET.find((one) => one.name === name)?.appName ?? name,
    appVersion: '1',
    maxProtocolVersion: 2,
    features: [SEND, SIGN],
  },
  provider,
  account: {
    address: '0:83dfd552e63729b472fcbcc8c45ebcc6691702558b68ec7527e1ba403a0f31a8',
    chain: '-239',
    walletStateInit: '',
    publicKey: '00',
  },
});
