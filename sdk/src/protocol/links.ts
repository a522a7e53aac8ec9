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

/** Whether `link` opens Telegram: `t.me` or the scheme `tg:`. False if it is not a URL. */
export function isTelegramUrl(link: string | undefined): link is string {
  try {
    const { protocol, hostname } = new URL(link ?? '');
    return protocol === 'tg:' || (/^https?:$/.test(protocol) && hostname === 't.me');
  } catch {
    return false;
  }
}

/** Whether `link` carries a connect request, in plain or in Telegram's encoding. */
export const isConnectUrl = (link: string | undefined): link is string =>
  /ton(_|--5F)addr/.test(link ?? '');

/** Returns a URL query in the characters that Telegram allows in `startapp`: `A-Z a-z 0-9 _ -`. */
export const encodeTelegramUrlParameters = (parameters: string): string =>
  parameters
    .replace(/[._-]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('&', '-')
    .replaceAll('=', '__')
    .replaceAll('%', '--');

/** Returns the URL query that `encodeTelegramUrlParameters` has encoded. */
export const decodeTelegramUrlParameters = (parameters: string): string =>
  parameters
    .replaceAll('--', '%')
    .replaceAll('__', '=')
    .replaceAll('-', '&')
    .replace(/%5F|%2D|%2E/g, decodeURIComponent);
