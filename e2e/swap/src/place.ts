import type { UIWallet } from '@tonconnect/ui-react';

/** Where the manifest, the bridge and the dev wallet are: `?server=` of the address. */
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

/** A wallet that no public list has, if it is anywhere. */
export const ownWallets = named === null ? [] : [devWallet];
