/** Origin of the manifest, the bridge and the dev wallet: `?server=` of the address. */
const server = new URLSearchParams(location.search).get('server') ?? location.origin;

export const manifestUrl = `${server}/tonconnect-manifest.json`;

/** A wallet that is not in the public list. */
export const devWallet = {
  appName: 'prichal-dev',
  name: 'Dev Wallet',
  imageUrl: `${server}/stand/dev-wallet.svg`,
  aboutUrl: `${server}/stand/wallet/`,
  universalLink: `${server}/stand/wallet/`,
  bridgeUrl: `${server}/bridge`,
  platforms: ['ios', 'android', 'macos', 'windows', 'linux'],
};
