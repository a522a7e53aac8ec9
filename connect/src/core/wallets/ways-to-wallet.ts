import type { WalletInfo } from '@prichal/sdk';
import {
  isTelegramWallet,
  isWalletInfoCurrentlyInjected,
  isWalletInfoInjectable,
  isWalletInfoRemote,
  type WalletInfoWalletConnect,
} from './wallet-info.js';

/**
 * How the user opens a wallet: a QR code for another device, its extension in this browser, its program on
 * this computer, or its app on this phone.
 */
export type Way = 'qr' | 'extension' | 'desktop' | 'app';

const EXTENSION_PLATFORMS = ['chrome', 'firefox', 'safari'] as const;
const DESKTOP_PLATFORMS = ['macos', 'windows', 'linux'] as const;

const runsOn = (
  wallet: WalletInfo,
  platforms: readonly WalletInfo['platforms'][number][],
): boolean => platforms.some((platform) => wallet.platforms.includes(platform));

export const onPhones = (wallet: WalletInfo): boolean =>
  isWalletInfoRemote(wallet) && runsOn(wallet, ['ios', 'android']);

/** Whether the wallet is in this page: its extension, or WalletConnect. */
export const inPage = (wallet: WalletInfo): boolean =>
  isWalletInfoCurrentlyInjected(wallet) || isWalletConnect(wallet);

/** Whether a phone can open the wallet: as an app, or in this page. */
export const fromPhone = (wallet: WalletInfo): boolean => onPhones(wallet) || inPage(wallet);

/** Returns the ways to open a wallet, best first. An installed extension comes before the others. */
export function waysTo(wallet: WalletInfo, phone: boolean): readonly [Way, ...Way[]] {
  const remote = isWalletInfoRemote(wallet);
  const installed = isWalletInfoCurrentlyInjected(wallet);
  const extension = isWalletInfoInjectable(wallet) && runsOn(wallet, EXTENSION_PLATFORMS);
  const all: readonly (Way | false)[] = phone
    ? [installed && 'extension', remote && !installed && 'app', remote && 'qr']
    : [
        installed && 'extension',
        onPhones(wallet) && 'qr',
        extension && !installed && 'extension',
        remote && runsOn(wallet, DESKTOP_PLATFORMS) && 'desktop',
      ];
  const [first = remote ? 'qr' : 'extension', ...others] = all.filter((way) => way !== false);
  return [first, ...others];
}

/**
 * One entry for all wallets of WalletConnect, because the SDK (3.4.1) does not report which wallet has
 * answered. No list includes it. It has no picture, because the SDK's picture is on a third-party host.
 */
export const WALLET_CONNECT = {
  type: 'wallet-connect',
  name: 'WalletConnect',
  /** The SDK's name of the device of such a wallet. */
  appName: 'wallet_connect',
  imageUrl: '',
  aboutUrl: 'https://reown.com/',
  platforms: [],
  /** All features that the SDK accepts. A wallet may have fewer, which is checked when it connects. */
  features: [
    { name: 'SendTransaction', maxMessages: 4 },
    { name: 'SignData', types: ['text', 'binary', 'cell'] },
  ],
} satisfies WalletInfoWalletConnect as unknown as WalletInfo;

export const isWalletConnect = ({ appName }: Pick<WalletInfo, 'appName'>): boolean =>
  appName === WALLET_CONNECT.appName;

/**
 * Maximum number of bridges of the first screen's QR code. Each has an open stream while the sheet is open
 * (docs/internals/decisions/0003-bridges-behind-the-qr.md).
 */
export const QR_BRIDGES = 5;

/** Maximum number of names in the sentence under the code. */
const NAMED = 4;

/**
 * Returns the bridges of the first screen's QR code, and the names under it: those of the first wallets in the
 * list with a phone app that can scan it, up to the limit of bridges. One name per bridge, although all wallets
 * of the bridge can answer. Wallet in Telegram is not named.
 */
export function behindQr(ordered: readonly WalletInfo[]): { bridges: string[]; names: string[] } {
  const firsts = ordered
    .filter(onPhones)
    .filter(isWalletInfoRemote)
    .filter((wallet, i, all) => all.findIndex((one) => one.bridgeUrl === wallet.bridgeUrl) === i)
    .slice(0, QR_BRIDGES);
  return {
    bridges: firsts.map(({ bridgeUrl }) => bridgeUrl),
    names: firsts
      .filter((wallet) => !isTelegramWallet(wallet))
      .map(({ name }) => name)
      .slice(0, NAMED),
  };
}
