import { isTelegram } from '@prichal/telegram';
import { currentEnvironment, isPhoneOs } from '../device/environment.js';
import { isFramed } from '../device/framed.js';
import { openWalletLink } from '../links/open-link.js';
import { type RequestIds, requestLink } from '../links/request-link.js';
import type { ReturnWish } from '../links/return-target.js';
import { isTelegramUrl } from '../links/telegram-url.js';
import type { CurrentWallet } from '../types/wallets.js';
import type { ResolvedConfiguration } from './configuration.js';

const openMethodOf = (wallet: CurrentWallet) =>
  'openMethod' in wallet ? wallet.openMethod : undefined;

/** Whether the wallet was opened from this device, by a link, to connect. */
const isOpenedByLink = (wallet: CurrentWallet): boolean =>
  ['universal-link', 'custom-deeplink'].includes(openMethodOf(wallet) ?? '');

/**
 * Whether a link on this device can open the wallet at its request. A wallet inside Telegram can
 * always be opened from a page inside Telegram.
 */
export function canOpen(wallet: CurrentWallet): boolean {
  if (wallet.provider === 'injected') return false;
  if (!('universalLink' in wallet) || !wallet.universalLink) return false;
  return isOpenedByLink(wallet) || (isTelegram() && isTelegramUrl(wallet.universalLink));
}

/**
 * Opens the connected wallet, so that it shows the request. On a computer its program is tried
 * first, by the wallet's own scheme; `plainly` takes the link that always leads somewhere. In a frame
 * the scheme needs a tab, which stays empty if the program is missing. The scheme is taken there only
 * if the wallet was connected by it. Returns false if the browser blocked the link.
 */
export function openConnectedWallet(
  wallet: CurrentWallet,
  wish: ReturnWish,
  ids: RequestIds,
  plainly: boolean,
): boolean {
  const environment = currentEnvironment();
  const hasProgram = !isFramed() || openMethodOf(wallet) === 'custom-deeplink';
  const byScheme = !plainly && hasProgram && !isPhoneOs(environment.os);
  const link = requestLink(wallet, wish, ids, environment, byScheme);
  return link ? openWalletLink(link) : false;
}

/** Whether a sent request opens the wallet by itself: only one that was opened to connect. */
export function opensByItself(
  wallet: CurrentWallet,
  { skipRedirectToWallet }: ResolvedConfiguration,
): boolean {
  if (!canOpen(wallet) || !isOpenedByLink(wallet)) return false;
  if (skipRedirectToWallet === 'ios') return currentEnvironment().os !== 'ios';
  return skipRedirectToWallet === 'never';
}
