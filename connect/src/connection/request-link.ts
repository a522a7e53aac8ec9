import type { ConnectedWallet } from '../controller/public-types.js';
import { isTelegramUrl } from '../device/open-link.js';
import { linkWith } from './links.js';
import { type Place, type ReturnWish, returnTarget } from './return-target.js';

/** The link that opens a connected wallet at its pending request; null for one without a link. */
export function universalLinkOf(
  wallet: ConnectedWallet,
  wish: ReturnWish,
  place: Place,
): string | null {
  if (!('universalLink' in wallet) || !wallet.universalLink) return null;
  const base = wallet.universalLink;
  const target = returnTarget(wish, place, isTelegramUrl(base));
  return linkWith(base, `ret=${encodeURIComponent(target)}`);
}
