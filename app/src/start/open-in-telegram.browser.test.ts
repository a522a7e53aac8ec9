import { expect, it } from 'vitest';
import { telegramLink } from './open-in-telegram';

const ANDROID = 'Mozilla/5.0 (Linux; Android 14; Pixel 8) Chrome/130.0.0.0 Mobile Safari/537.36';
const BOT = 'https://t.me/prichal_bot/app?startapp=a_b';

it.each([
  ['https://t.me/prichal_bot', 'resolve?domain=prichal_bot'],
  ['https://t.me/prichal_bot/app', 'resolve?domain=prichal_bot&appname=app'],
  ['https://t.me/prichal_bot?startapp=a_b', 'resolve?domain=prichal_bot&startapp=a_b'],
  [BOT, 'resolve?domain=prichal_bot&appname=app&startapp=a_b'],
])('opens %s in the Telegram app, or in the browser if it is not installed', (web, link) => {
  const fallback = encodeURIComponent(web);
  expect(telegramLink(web, ANDROID, false)).toBe(
    `intent://${link}#Intent;scheme=tg;S.browser_fallback_url=${fallback};end`,
  );
});

it.each([
  ['a frame', ANDROID, true],
  ['an Android WebView', ANDROID.replace('Pixel 8', 'Pixel 8; wv'), false],
  ['an iPhone', 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Safari/604.1', false],
  ['a desktop', 'Mozilla/5.0 (X11; Linux x86_64) Chrome/130.0.0.0 Safari/537.36', false],
])('keeps the web link in %s', (_where, userAgent, isFramed) => {
  expect(telegramLink(BOT, userAgent, isFramed)).toBe(BOT);
});
