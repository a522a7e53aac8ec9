import { afterEach, expect, it, vi } from 'vitest';
import { appLink, openTheApp } from './open-in-telegram';

const ANDROID = 'Mozilla/5.0 (Linux; Android 14) Mobile';
const BOT = 'https://t.me/prichal_bot/app';

afterEach(() => {
  document.body.replaceChildren();
  vi.useRealTimers();
});

/** Shows the fallback screen's link on a phone and presses it. */
function press(open: (address: string) => void): void {
  vi.useFakeTimers();
  document.body.innerHTML = `<a class="button only-outside" href="${BOT}"></a>`;
  openTheApp(ANDROID, open);
  const link = document.querySelector('a') as HTMLAnchorElement;
  // The test's browser does not follow the link.
  link.addEventListener('click', (event) => event.preventDefault());
  link.click();
}

it.each([
  ['https://t.me/prichal_bot', 'tg://resolve?domain=prichal_bot'],
  [BOT, 'tg://resolve?domain=prichal_bot&appname=app'],
  ['https://t.me/prichal_bot?startapp=a_b', 'tg://resolve?domain=prichal_bot&startapp=a_b'],
  ['https://web.telegram.org/', 'tg://'],
])('opens %s on a phone as %s', (web, app) => {
  expect(appLink(web)).toBe(app);
});

it('opens the web page if the phone does not switch to Telegram', () => {
  const open = vi.fn();
  press(open);
  vi.advanceTimersByTime(1499);
  expect(open).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(open.mock.calls).toEqual([[BOT]]);
});

it('does not open the web page after a switch to Telegram', () => {
  const open = vi.fn();
  press(open);
  document.dispatchEvent(new Event('visibilitychange'));
  vi.advanceTimersByTime(5000);
  expect(open).not.toHaveBeenCalled();
});

it('keeps the web link on a desktop', () => {
  document.body.innerHTML = `<a class="button only-outside" href="${BOT}"></a>`;
  openTheApp('Mozilla/5.0 (X11; Linux x86_64)');
  expect(document.querySelector('a')?.href).toBe(BOT);
});
