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
