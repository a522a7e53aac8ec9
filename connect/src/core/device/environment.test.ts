import { afterEach, describe, expect, it, vi } from 'vitest';
import { currentEnvironment, platformOf } from './environment.js';

afterEach(() => vi.unstubAllGlobals());

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const ANDROID =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36';
const MAC =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15';

describe('platformOf', () => {
  it.each([
    [`${IPHONE} Version/17.5 Mobile/15E148 Safari/604.1`, 0, 'ios', 'safari'],
    [`${IPHONE} CriOS/126.0 Mobile/15E148 Safari/604.1`, 5, 'ios', 'chrome'],
    [`${IPHONE} FxiOS/127.0 Mobile/15E148 Safari/605.1.15`, 5, 'ios', 'firefox'],
    [ANDROID, 5, 'android', 'chrome'],
    [`${ANDROID} OPR/82.0`, 5, 'android', 'opera'],
    [MAC, 0, 'macos', 'safari'],
    [MAC, 5, 'ios', 'safari'],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:127.0) Gecko/20100101 Firefox/127.0',
      0,
      'windows',
      'firefox',
    ],
    [
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36',
      0,
      'linux',
      'chrome',
    ],
    ['', 0, 'unknown', 'unknown'],
  ])('%s (%i)', (userAgent, touch, os, browser) => {
    expect(platformOf(userAgent, touch)).toEqual({ os, browser });
  });
});

it("removes Telegram's fragment from an address", () => {
  const location = new URL(
    'https://app.example/shop?a=1#tgWebAppData=hash%3Dabc&tgWebAppVersion=9.1',
  );
  const page = Object.assign(new EventTarget(), { location });
  vi.stubGlobal('window', Object.assign(page, { parent: page }));
  vi.stubGlobal('location', location);
  vi.stubGlobal('addEventListener', () => undefined);
  // Any site could contain this link: there is no Telegram client here.
  expect(currentEnvironment()).toMatchObject({
    address: 'https://app.example/shop?a=1',
    telegram: null,
  });
});
