/** Whether the link opens Telegram: `t.me` or `tg:`. */
export function isTelegramUrl(link: string | undefined): link is string {
  try {
    const { protocol, hostname } = new URL(link ?? '');
    return protocol === 'tg:' || (/^https?:$/.test(protocol) && hostname === 't.me');
  } catch {
    return false;
  }
}

/** Whether a link contains a connect request, plain or in Telegram's encoding. */
export const isConnectUrl = (link: string | undefined): link is string =>
  /ton(_|--5F)addr/.test(link ?? '');

/** Encodes a query with the characters that Telegram allows in `startapp`. The order of the steps matters. */
export const encodeTelegramUrlParameters = (parameters: string): string =>
  parameters
    .replace(/[._-]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('&', '-')
    .replaceAll('=', '__')
    .replaceAll('%', '--');

/** Decodes a query of `encodeTelegramUrlParameters`. */
export const decodeTelegramUrlParameters = (parameters: string): string =>
  parameters
    .replaceAll('--', '%')
    .replaceAll('__', '=')
    .replaceAll('-', '&')
    .replace(/%5F|%2D|%2E/g, decodeURIComponent);
