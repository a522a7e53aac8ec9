import type { WalletInfo } from '@prichal/sdk';
import type { WalletInfoWalletConnect } from '../types/wallets.js';

/**
 * All wallets behind WalletConnect as one entry: the SDK (3.4.1) never says which of them has
 * answered. It is in no list, and has no picture: the SDK's picture is on somebody else's host.
 */
export const WALLET_CONNECT = {
  type: 'wallet-connect',
  name: 'WalletConnect',
  /** As the SDK names the device of such a wallet. */
  appName: 'wallet_connect',
  imageUrl: '',
  aboutUrl: 'https://reown.com/',
  platforms: [],
  /** The most that the SDK lets pass; a wallet may know less, and is asked when it answers. */
  features: [
    { name: 'SendTransaction', maxMessages: 4 },
    { name: 'SignData', types: ['text', 'binary', 'cell'] },
  ],
} satisfies WalletInfoWalletConnect as unknown as WalletInfo;

export const isWalletConnect = ({ appName }: Pick<WalletInfo, 'appName'>): boolean =>
  appName === WALLET_CONNECT.appName;
