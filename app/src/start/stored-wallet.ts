/**
 * Shows the wallet of a returning visitor in the skeleton's button as the widget will: the address where it
 * is known, else an empty button that says nothing untrue. What is read here is what `@prichal/connect` has
 * stored (its storage/session-hint.ts), for this user of Telegram or, without one, for the page.
 *
 * @param user who opened the app, where that is known.
 */
export function showStoredWallet(user: unknown): void {
  const { id } = Object(user);
  const prefix = id ? `tg${id}:` : '';
  try {
    const stored = (key: string) => `${localStorage.getItem(prefix + key)}`;
    const session = stored('ton-connect-storage_bridge-connection');
    if (!/"(connectEvent|injected|wallet-connect)"/.test(session)) return;
    if (localStorage.getItem(`${prefix}prichal_absent-extension`)) return;
    const address = /"address":"([\w-]{48})"/.exec(stored('ton-connect-ui_wallet-info'))?.[1];
    const button = document.querySelector('.connect-skeleton') as HTMLButtonElement;
    const [sign, words] = button.querySelectorAll('path, .connect-face > span');
    button.dataset.state = address ? 'connected' : 'restoring';
    button.disabled = !address;
    if (!address || !sign || !words) return;
    const short = `${address.slice(0, 4)}…${address.slice(-4)}`;
    words.textContent = short;
    button.setAttribute('aria-label', short);
    button.setAttribute('aria-haspopup', 'menu');
    // An arrow downwards.
    sign.setAttribute('d', 'm6 9 6 6 6-6');
  } catch {
    // Storage is refused: nobody has come back.
  }
}
