const PREFIX = 'tgWebApp';

/** Percent-decodes; text that is not valid percent-encoding stays as it is. `+` means a space. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text.replace(/\+/g, '%20'));
  } catch {
    return text;
  }
}

/** Pairs of a query string. The first of two equal names wins; unreadable pairs stay as text. */
export function readPairs(query: string): Map<string, string> {
  const pairs = new Map<string, string>();
  for (const part of query.split(/[?#&]/)) {
    const [name = '', ...rest] = part.split('=');
    const key = decode(name);
    if (key !== '' && !pairs.has(key)) pairs.set(key, decode(rest.join('=')));
  }
  return pairs;
}

/**
 * The launch parameters of an address as they stand there, joined by `&`. Telegram puts them behind
 * `?`, `#`, or behind a hash path of the app's own (`#/wheel?tgWebAppData=…`), so every `?` and `#`
 * counts as a separator. Empty when the address has none.
 */
export function launchQueryOf(url: string): string {
  const start = url.search(/[?#]/);
  if (start < 0) return '';
  return url
    .slice(start + 1)
    .split(/[?#&]/)
    .filter((part) => part.startsWith(PREFIX))
    .join('&');
}

/** Whether a query shows that Telegram opened the app: a start parameter alone can be any link. */
export function isLaunchQuery(query: string): boolean {
  return /(^|&)tgWebApp(Data|Version|Platform|ThemeParams)=/.test(query);
}
