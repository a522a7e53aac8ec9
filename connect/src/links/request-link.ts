import type { Environment } from '../device/environment.js';
import type { CurrentWallet } from '../types/wallets.js';
import { type ReturnWish, returnTarget } from './return-target.js';
import { isTelegramUrl } from './telegram-url.js';
import { linkWith } from './wallet-links.js';

/** What tells the wallet which session and which request it is opened for, as far as it is known. */
export type RequestIds = { sessionId: string | null; traceId: string | undefined };

/**
 * The link that opens a connected wallet at its pending request; null for one without a link.
 * `byScheme` takes the wallet's own scheme where it has one.
 */
export function requestLink(
  wallet: CurrentWallet,
  wish: ReturnWish,
  { sessionId, traceId }: RequestIds,
  environment: Environment,
  byScheme: boolean,
): string | null {
  if (!('universalLink' in wallet) || !wallet.universalLink) return null;
  const own = byScheme && 'deepLink' in wallet ? wallet.deepLink : undefined;
  const base = own || wallet.universalLink;
  const inTelegram = isTelegramUrl(wallet.universalLink);
  const query = Object.entries({
    v: inTelegram && sessionId ? '2' : null,
    id: sessionId,
    trace_id: traceId,
    ret: returnTarget(wish, environment, inTelegram),
  }).flatMap(([key, value]) => (value ? `${key}=${encodeURIComponent(value)}` : []));
  return linkWith(base, query.join('&'));
}
