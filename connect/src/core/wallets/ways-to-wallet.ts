import type { WalletInfo } from '@prichal/sdk';
import {
  isTelegramWallet,
  isWalletInfoCurrentlyInjected,
  isWalletInfoInjectable,
  isWalletInfoRemote,
  type WalletInfoWalletConnect,
} from './wallet-info.js';

/**
 * The ways to a wallet: a code for the camera of another device, its extension in this browser, its
 * program on this computer, its app on this phone.
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

/** Whether the wallet has a part in this page that can be asked: an extension, or WalletConnect's own. */
export const inPage = (wallet: WalletInfo): boolean =>
  isWalletInfoCurrentlyInjected(wallet) || isWalletConnect(wallet);

/** Whether a phone has a way to the wallet: an app, or what the page brings along. */
export const fromPhone = (wallet: WalletInfo): boolean => onPhones(wallet) || inPage(wallet);

/** The ways that a wallet has from here, the best first: an extension that is here needs no phone. */
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

/**
 * Most bridges behind the QR code of the first screen. A stream is held open to each while the
 * sheet is open; why not to all of them: docs/decisions/0003-bridges-behind-the-qr.md.
 */
export const QR_BRIDGES = 5;

/** Names that fit into the sentence under the code. */
const NAMED = 4;

/**
 * Who may answer the first screen's QR code: from the top of the list, wallets with a phone app that
 * can scan it, until their bridges make the limit. One name for each bridge, though all who share it
 * answer; Wallet in Telegram goes without saying.
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
