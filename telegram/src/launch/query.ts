/**
 * The launch parameters of an address as they stand there, joined by `&`. Telegram puts them behind
 * `?`, `#`, or behind a hash path of the app's own (`#/wheel?tgWebAppData=…`), so every `?` and `#`
 * counts as a separator. Empty when the address has none.
 */
export function launchQueryOf(url: string): string {
  return (url.match(/\btgWebApp[^?#&]+/g) ?? []).join('&');
}

/** Whether a query shows that Telegram opened the app: a start parameter alone can be any link. */
export function isLaunchQuery(query: string): boolean {
  return /tgWebApp(?!StartParam)\w+=/.test(query);
}
