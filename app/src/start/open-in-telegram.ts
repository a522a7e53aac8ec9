/**
 * Returns the address that opens the bot in Telegram. Browsers on Android get an intent, which opens
 * the Telegram app, or the web page if the app is not installed. An intent does not work in a
 * WebView or a frame, and other systems open the app by the web link.
 *
 * @param web link that begins with `https://t.me/`, as the server requires.
 */
export function telegramLink(
  web: string,
  userAgent = navigator.userAgent,
  isFramed = window.parent !== window,
): string {
  if (isFramed || !/Android(?!.*; wv\))/.test(userAgent)) return web;
  const { pathname, search } = new URL(web);
  const [, domain, appname] = pathname.split('/');
  const app = appname ? `&appname=${appname}` : '';
  const link = `resolve?domain=${domain}${app}${search.replace('?', '&')}`;
  const fallback = `S.browser_fallback_url=${encodeURIComponent(web)}`;
  return `intent://${link}#Intent;scheme=tg;${fallback};end`;
}
