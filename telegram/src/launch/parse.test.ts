import { describe, expect, it } from 'vitest';
import { parseLaunchParams } from './parse.js';
import { isLaunchQuery, launchQueryOf } from './query.js';
import { parseThemeParams } from './theme-params.js';

const THEME = { bg_color: '#FFFFFF', text_color: '#000000' };
const USER = { id: 7000000001, first_name: 'Анна', language_code: 'uk' };

const initData = (fields: Record<string, string>) => new URLSearchParams(fields).toString();

const DATA = initData({
  user: JSON.stringify(USER),
  auth_date: '1790000000',
  hash: 'a'.repeat(64),
  signature: 'b'.repeat(86),
});

function launch(changes: Record<string, string | null> = {}, extra = ''): string {
  const params: Record<string, string | null> = {
    tgWebAppData: DATA,
    tgWebAppVersion: '9.0',
    tgWebAppPlatform: 'weba',
    tgWebAppThemeParams: JSON.stringify(THEME),
    ...changes,
  };
  const query = Object.entries(params)
    .filter((pair): pair is [string, string] => pair[1] !== null)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&');
  return `https://app.example.test/#${query}${extra}`;
}

const read = (url: string) => parseLaunchParams(launchQueryOf(url));

describe('launch parameters of an ordinary launch', () => {
  it('are read field by field', () => {
    expect(read(launch())).toEqual({
      query: launchQueryOf(launch()),
      version: '9.0',
      platform: 'weba',
      startParam: null,
      themeParams: THEME,
      initDataRaw: DATA,
      user: USER,
      fullscreen: false,
    });
  });
});

/** Launches of real clients. A strict parser shows an error screen for most of them. */
const VARIATIONS: readonly [name: string, url: string, expected: object][] = [
  ['version 6.0', launch({ tgWebAppVersion: '6.0' }), { version: '6.0' }],
  ['no version', launch({ tgWebAppVersion: null }), { version: '6.0' }],
  ['a version of three parts', launch({ tgWebAppVersion: '9.6.1' }), { version: '9.6' }],
  ['a version that is none', launch({ tgWebAppVersion: 'new' }), { version: '6.0' }],
  ['the version twice', launch({}, '&tgWebAppVersion=9.0'), { version: '9.0' }],
  [
    'init data without a signature',
    launch({ tgWebAppData: initData({ user: JSON.stringify(USER), hash: 'a'.repeat(64) }) }),
    { user: USER },
  ],
  ['empty init data', launch({ tgWebAppData: '' }), { initDataRaw: null, user: null }],
  ['no init data', launch({ tgWebAppData: null }), { initDataRaw: null, user: null }],
  [
    'a user id as a string',
    launch({ tgWebAppData: initData({ user: JSON.stringify({ ...USER, id: '5' }) }) }),
    { user: { ...USER, id: '5' } },
  ],
  [
    'a user that is not JSON',
    launch({ tgWebAppData: initData({ user: '{' }) }),
    { user: null, version: '9.0' },
  ],
  ['no platform', launch({ tgWebAppPlatform: null }), { platform: 'unknown' }],
  ['broken percent-encoding', `${launch()}&tgWebAppPlatform=%E0%A4%A`, { platform: 'weba' }],
  [
    'a hash path of the app before them',
    launch().replace('#', '#/wheel?'),
    { version: '9.0', platform: 'weba' },
  ],
  [
    'the start parameter in the query',
    launch().replace('#', '?tgWebAppStartParam=wheel_debug#'),
    { startParam: 'wheel_debug' },
  ],
  [
    'the start parameter in the init data only',
    launch({ tgWebAppData: initData({ start_param: 'about' }) }),
    { startParam: 'about' },
  ],
  ['fullscreen', launch({ tgWebAppFullscreen: '1' }), { fullscreen: true }],
];

describe('launch parameters survive', () => {
  it.each(VARIATIONS)('%s', (_name, url, expected) => {
    expect(isLaunchQuery(launchQueryOf(url))).toBe(true);
    expect(read(url)).toMatchObject(expected);
  });

  it('init data unchanged, because the signature covers every byte', () => {
    const raw = 'user=%7B%22id%22%3A1%7D&query_id=a+b%2Bc&hash=00';
    expect(read(launch({ tgWebAppData: raw })).initDataRaw).toBe(raw);
  });
});

describe('an address that Telegram did not create', () => {
  it.each([
    'https://app.example.test/',
    'https://app.example.test/wheel?utm=1#about',
    'https://app.example.test/?tgWebAppStartParam=wheel',
    'https://app.example.test/?from=tgWebAppBanner',
  ])('%s is no launch', (url) => {
    expect(isLaunchQuery(launchQueryOf(url))).toBe(false);
  });
});

it.each([
  [
    'a colour by name',
    launch({ tgWebAppThemeParams: JSON.stringify({ ...THEME, hint_color: 'red' }) }),
    { bg_color: '#ffffff', text_color: '#000000' },
  ],
  [
    'an empty colour',
    launch({ tgWebAppThemeParams: JSON.stringify({ ...THEME, hint_color: '' }) }),
    { bg_color: '#ffffff', text_color: '#000000' },
  ],
  [
    'a colour as a number',
    launch({ tgWebAppThemeParams: JSON.stringify({ bg_color: 0x17212b }) }),
    { bg_color: '#17212b' },
  ],
  ['theme parameters that are not JSON', launch({ tgWebAppThemeParams: '{' }), {}],
  ['theme parameters that are null', launch({ tgWebAppThemeParams: 'null' }), {}],
])('a palette with %s is read', (_, url, expected) => {
  expect(parseThemeParams(read(url).themeParams)).toEqual(expected);
});
