import { encodeTelegramUrlParameters, isTelegramUrl } from './telegram-url.js';
import type { ConnectRequest } from './wire.js';

/** Link that any wallet can scan. */
const ANY_WALLET = 'tc://';

/** Version of TON Connect that the app speaks. */
export const PROTOCOL_VERSION = 2;

/**
 * Returns the link that opens a wallet with a connect request.
 * @param base Universal link of the wallet, or its own scheme. `tc://` if absent.
 * @throws TypeError if `base` is not a URL.
 */
export function makeUniversalLink(
  base: string | undefined,
  request: ConnectRequest,
  { clientId, traceId }: { clientId: string; traceId: string },
): string {
  const parameters = { v: `${PROTOCOL_VERSION}`, id: clientId, trace_id: traceId };
  const query = new URLSearchParams({ ...parameters, r: JSON.stringify(request) })
    .toString()
    // Some wallets read `+` as a plus sign, and Telegram does not allow an asterisk.
    .replaceAll('+', '%20')
    .replaceAll('*', '%2A');
  const url = new URL(base || ANY_WALLET);
  if (!isTelegramUrl(base)) {
    url.search = [url.search.slice(1), query].filter(Boolean).join('&');
  } else {
    // `t.me/<bot>?attach=<bot>` is the old form of `t.me/<bot>/start`.
    if (url.searchParams.has('attach')) {
      url.searchParams.delete('attach');
      url.pathname += '/start';
    }
    url.searchParams.append('startapp', `tonconnect-${encodeTelegramUrlParameters(query)}`);
  }
  return url.toString();
}
