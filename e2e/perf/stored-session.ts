/** The user of the launch (native-client.ts). Our widget stores sessions by user id. */
const USER = 5_628_441_907;

/** Label of a connected wallet's button: four characters, an ellipsis, four characters. */
export const SHORT_ADDRESS = /[\w-]{4}…[\w-]{4}/;

const device = {
  platform: 'android',
  appName: 'tonkeeper',
  appVersion: '5.0.0',
  maxProtocolVersion: 2,
  features: ['SendTransaction', { name: 'SendTransaction', maxMessages: 4 }],
};

/** A bridge connection as stored by the SDK. Its keys never encrypt a message. */
const connection = {
  type: 'http',
  connectEvent: {
    id: 1,
    event: 'connect',
    payload: {
      items: [
        {
          name: 'ton_addr',
          address: `0:${'5a'.repeat(32)}`,
          network: '-239',
          publicKey: '1b'.repeat(32),
          walletStateInit: 'te6cckEBAQEAAgAAAEysuc0=',
        },
      ],
      device,
    },
  },
  session: {
    sessionKeyPair: { publicKey: '2c'.repeat(32), secretKey: '3d'.repeat(32) },
    walletPublicKey: '4e'.repeat(32),
    bridgeUrl: 'https://bridge.tonapi.io/bridge',
  },
  lastWalletEventId: 1,
  nextRpcRequestId: 1,
};

/** Entry of that wallet in the list, as stored by both widgets. */
const walletInfo = {
  name: 'Tonkeeper',
  appName: 'tonkeeper',
  imageUrl: 'https://tonkeeper.com/assets/tonconnect-icon.png',
  aboutUrl: 'https://tonkeeper.com',
  universalLink: 'https://app.tonkeeper.com/ton-connect',
  bridgeUrl: 'https://bridge.tonapi.io/bridge',
  deepLink: 'tonkeeper-tc://',
  platforms: ['ios', 'android', 'chrome', 'firefox', 'macos'],
  openMethod: 'universal-link',
};

/** The entry as stored by our widget: with the account's user-friendly address. */
const ourInfo = { ...walletInfo, address: 'UQBaWlpaWlpaWlpaWlpaWlpaWlpaWlpaWlpaWlpaWlpaWgYv' };

const kept = (info: object): [string, string][] => [
  ['ton-connect-storage_bridge-connection', JSON.stringify(connection)],
  ['ton-connect-ui_wallet-info', JSON.stringify(info)],
  ['ton-connect-ui_preferred-wallet', 'tonkeeper'],
];

/**
 * Storage of a connected user: under the names of @tonconnect/ui-react, and under ours for this
 * user.
 */
export const STORED_SESSION: Readonly<Record<string, string>> = Object.fromEntries([
  ...kept(walletInfo),
  ...kept(ourInfo).map(([name, value]) => [`tg${USER}:${name}`, value]),
]);
