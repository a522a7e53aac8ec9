import type { WalletInfo } from '@prichal/sdk';
import { isWalletConnect } from './wallet-connect.js';
import {
  isWalletInfoCurrentlyInjected,
  isWalletInfoInjectable,
  isWalletInfoRemote,
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
