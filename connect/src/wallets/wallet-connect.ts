import type { WalletInfo } from '@tonconnect/sdk';
import type { WalletInfoWalletConnect } from '../types/wallets.js';

/**
 * Every wallet that WalletConnect leads to, as one: the SDK (3.4.1) never says which of them has
 * answered. In no list, and without a picture: the SDK's stands on a host of others.
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
