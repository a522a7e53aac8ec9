/**
 * Returns the launch parameters of an address, unchanged and joined by `&`. Telegram adds them after `?`,
 * `#`, or a hash path of the app (`#/wheel?tgWebAppData=…`), so every `?` and `#` is a separator. Empty if
 * there are none.
 */
export function launchQueryOf(url: string): string {
  return (url.match(/\btgWebApp[^?#&]+/g) ?? []).join('&');
}

/**
 * Returns whether a query shows that Telegram opened the app. A start parameter is not enough: any link can
 * have one.
 */
export function isLaunchQuery(query: string): boolean {
  return /tgWebApp(?!StartParam)\w+=/.test(query);
}
