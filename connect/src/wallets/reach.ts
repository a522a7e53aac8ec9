import type { WalletInfo } from '@tonconnect/sdk';
import { isWalletInfoInjectable, isWalletInfoRemote } from './wallet-info.js';

/** The ways to a wallet from a desktop: its phone app by a QR code, its extension, its own program. */
export type DesktopMode = 'qr' | 'extension' | 'desktop';

const EXTENSION_PLATFORMS = ['chrome', 'firefox', 'safari'] as const;
const DESKTOP_PLATFORMS = ['macos', 'windows', 'linux'] as const;

const runsOn = (
  wallet: WalletInfo,
  platforms: readonly WalletInfo['platforms'][number][],
): boolean => platforms.some((platform) => wallet.platforms.includes(platform));

export const onPhones = (wallet: WalletInfo): boolean =>
  isWalletInfoRemote(wallet) && runsOn(wallet, ['ios', 'android']);

/** Modes that a wallet has, the best first: an extension that is here needs no phone. */
export function desktopModes(wallet: WalletInfo): DesktopMode[] {
  const modes: DesktopMode[] = [];
  const extension =
    isWalletInfoInjectable(wallet) && (wallet.injected || runsOn(wallet, EXTENSION_PLATFORMS));
  if (extension && wallet.injected) modes.push('extension');
  if (onPhones(wallet)) modes.push('qr');
  if (extension && !wallet.injected) modes.push('extension');
  if (isWalletInfoRemote(wallet) && runsOn(wallet, DESKTOP_PLATFORMS)) modes.push('desktop');
  return modes.length > 0 ? modes : [isWalletInfoRemote(wallet) ? 'qr' : 'extension'];
}
