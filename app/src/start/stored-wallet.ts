import { openStorage, sessionHint, storedAddress } from '@prichal/connect/storage';

/**
 * Shows a returning user's wallet in the skeleton's button, as the widget will: the address if it
 * is known, else an empty button. The widget's own code reads the stored session.
 *
 * @param id Telegram user id, if known.
 */
export function showStoredWallet(id: string | null): void {
  const storage = openStorage(id);
  const address = storedAddress(storage);
  if (!address && sessionHint(storage) !== 'connected') return;
  const button = document.querySelector('.connect-skeleton') as HTMLButtonElement;
  const [sign, words] = button.querySelectorAll('path, .connect-face > span');
  button.dataset.state = address ? 'connected' : 'restoring';
  button.disabled = !address;
  if (!address || !sign || !words) return;
  const short = `${address.slice(0, 4)}…${address.slice(-4)}`;
  words.textContent = short;
  button.setAttribute('aria-label', short);
  button.setAttribute('aria-haspopup', 'menu');
  // Downward arrow.
  sign.setAttribute('d', 'm6 9 6 6 6-6');
}
