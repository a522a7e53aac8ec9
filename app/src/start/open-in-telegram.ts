/** Time that a phone needs to switch to Telegram. If it does not, the app is not installed. */
const SWITCH_MS = 1500;

const PHONE = /android|iphone|ipad/i;

/**
 * Converts a web link to one that opens the Telegram app: `https://t.me/bot/app?startapp=x` becomes
 * `tg://resolve?domain=bot&appname=app&startapp=x`. A link to another site opens Telegram only.
 */
export function appLink(web: string): string {
  const { hostname, pathname, search } = new URL(web);
  const [, domain, appname] = pathname.split('/');
  if (hostname !== 't.me' || !domain) return 'tg://';
  const app = appname ? `&appname=${appname}` : '';
  return `tg://resolve?domain=${domain}${app}${search.replace('?', '&')}`;
}

/**
 * On phones, makes the links of the fallback screen open the Telegram app. If nothing happens, the
 * web page opens. Without this code the links lead to the web page.
 *
 * @param open opens an address in this window.
 */
export function openTheApp(
  userAgent = navigator.userAgent,
  open = (address: string) => location.assign(address),
): void {
  if (!PHONE.test(userAgent)) return;
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a.button.only-outside')) {
    const web = link.href;
    link.href = appLink(web);
    link.addEventListener('click', () => {
      // A switch to Telegram hides this page, even if the user returns at once.
      const left = new AbortController();
      addEventListener('pagehide', () => left.abort(), { once: true });
      document.addEventListener('visibilitychange', () => left.abort(), { once: true });
      setTimeout(() => {
        if (!left.signal.aborted) open(web);
      }, SWITCH_MS);
    });
  }
}
