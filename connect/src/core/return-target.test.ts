import { describe, expect, it } from 'vitest';
import type { Environment } from './device/environment.js';
import { returnTarget } from './links.js';

const place = (some: Partial<Environment>): Environment => ({
  os: 'unknown',
  browser: 'unknown',
  telegram: null,
  address: 'https://app.example/page',
  ...some,
});

describe('returnTarget', () => {
  it.each([
    [
      'a tab of Chrome on Android',
      place({ os: 'android', browser: 'chrome' }),
      false,
      'googlechrome://',
    ],
    ['a tab of Firefox on iOS', place({ os: 'ios', browser: 'firefox' }), false, 'firefox://'],
    ['Safari, which comes back by itself', place({ os: 'ios', browser: 'safari' }), false, 'none'],
    ['a browser without a scheme', place({ os: 'android' }), false, 'https://app.example/page'],
    [
      'a desktop, where the tab never went away',
      place({ os: 'macos', browser: 'chrome' }),
      false,
      'none',
    ],
    [
      'a wallet in Telegram, from a desktop',
      place({ os: 'windows', browser: 'chrome' }),
      true,
      'back',
    ],
    [
      'a wallet in Telegram, from Chrome on iOS',
      place({ os: 'ios', browser: 'chrome' }),
      true,
      'googlechrome://',
    ],
    ['Telegram on a phone', place({ os: 'ios', telegram: 'ios' }), false, 'tg://resolve'],
    ['Telegram X', place({ os: 'android', telegram: 'android_x' }), false, 'tg://resolve'],
    ['Telegram on Windows', place({ os: 'windows', telegram: 'unigram' }), false, 'tg://resolve'],
    [
      'Telegram on a desktop',
      place({ os: 'windows', telegram: 'tdesktop' }),
      false,
      'tg://resolve',
    ],
    [
      'Telegram in a browser',
      place({ os: 'linux', browser: 'firefox', telegram: 'weba' }),
      false,
      'none',
    ],
    [
      'a wallet in Telegram, from Telegram',
      place({ os: 'android', telegram: 'android' }),
      true,
      'back',
    ],
  ])('returns the user to %s', (_, where, toTelegram, target) => {
    expect(returnTarget({}, where, toTelegram)).toBe(target);
  });

  it("uses the app's setting instead", () => {
    const wish = {
      returnStrategy: 'https://app.example/done',
      twaReturnUrl: 'https://t.me/bot/app',
    } as const;
    expect(returnTarget(wish, place({}), false)).toBe('https://app.example/done');
    expect(returnTarget(wish, place({ telegram: 'ios' }), false)).toBe('https://t.me/bot/app');
    expect(returnTarget({ returnStrategy: 'none' }, place({ telegram: 'ios' }), true)).toBe('none');
  });
});
