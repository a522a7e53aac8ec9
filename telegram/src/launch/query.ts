/**
 * The launch parameters of an address as they stand there, joined by `&`. Telegram puts them behind
 * `?`, `#`, or behind a hash path of the app's own (`#/wheel?tgWebAppData=…`), so every `?` and `#`
 * counts as a separator. Empty when the address has none.
 */
export function launchQueryOf(url: string): string {
  return (url.match(/\btgWebApp[^?#&]+/g) ?? []).join('&');
}

/**
 * An address without launch parameters, for whoever must not have them: they hold who opened the app, signed
 * by Telegram. All else of it stays.
 */
export function withoutLaunch(url: string): string {
  let kept = '';
  /** What stood before parameters that are left out, and now stands before those behind them. */
  let mark = '';
  for (const part of url.split(/(?=[?#&])/)) {
    if (/^[?#&]tgWebApp/.test(part)) {
      if (!part.startsWith('&')) mark = part.slice(0, 1);
      continue;
    }
    kept += mark && part.startsWith('&') ? mark + part.slice(1) : part;
    mark = '';
  }
  return kept;
}

/** Whether a query shows that Telegram opened the app: a start parameter alone can be any link. */
export function isLaunchQuery(query: string): boolean {
  return /tgWebApp(?!StartParam)\w+=/.test(query);
}
