import type { UIWallet } from '@tonconnect/ui-react';

/** Origin of the manifest, the bridge and the dev wallet: `?server=` of the address. */
const named = new URLSearchParams(location.search).get('server');
export const server = named ?? location.origin;

export const manifestUrl = `${server}/tonconnect-manifest.json`;

const devWallet: UIWallet = {
  appName: 'prichal-dev',
  name: 'Dev Wallet',
  imageUrl: `${server}/stand/dev-wallet.svg`,
  aboutUrl: `${server}/stand/wallet/`,
  universalLink: `${server}/stand/wallet/`,
  bridgeUrl: `${server}/bridge`,
  platforms: ['ios', 'android', 'macos', 'windows', 'linux', 'chrome', 'firefox', 'safari'],
};

/** A wallet that is not in the public list, if there is a server. */
export const ownWallets = named === null ? [] : [devWallet];
