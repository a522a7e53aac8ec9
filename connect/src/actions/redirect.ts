import { currentPlace } from '../connection/place.js';
import { universalLinkOf } from '../connection/request-link.js';
import type { ReturnWish } from '../connection/return-target.js';
import type { ConnectedWallet } from '../controller/public-types.js';
import { openWalletLink } from '../device/open-link.js';
import type { ResolvedConfiguration } from './configuration.js';

/** Opens the connected wallet, so that it shows the request. False when the browser blocked it. */
export function openConnectedWallet(wallet: ConnectedWallet | null, wish: ReturnWish): boolean {
  const link = wallet && universalLinkOf(wallet, wish, currentPlace());
  return link ? openWalletLink(link) : false;
}

/** Whether a sent request opens the wallet by itself: only one that was opened to connect. */
export function opensByItself(
  wallet: ConnectedWallet | null,
  { skipRedirectToWallet }: ResolvedConfiguration,
): boolean {
  const method = wallet && 'openMethod' in wallet ? wallet.openMethod : undefined;
  if (method !== 'universal-link' && method !== 'custom-deeplink') return false;
  if (skipRedirectToWallet === 'ios') return currentPlace().os !== 'ios';
  return skipRedirectToWallet === 'never';
}
