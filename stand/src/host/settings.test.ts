import { describe, expect, it } from 'vitest';
import { DEFAULTS, launchKey, platformOf, readSettings, settingsQuery } from './settings';

describe('settings in the address', () => {
  it('are the defaults if the address has none', () => {
    expect(readSettings('')).toEqual(DEFAULTS);
    expect(settingsQuery(DEFAULTS)).toBe('');
  });

  it('survive formatting and parsing', () => {
    const settings = {
      ...DEFAULTS,
      client: 'webk',
      theme: 'odd',
      start: 'a-b_9',
      launch: 'tgWebAppData=&-tgWebAppPlatform&+tgWebAppVersion=6.0',
      seed: '7',
      path: '/about?x=1#y',
      ext: 'off',
    } as const;
    expect(readSettings(settingsQuery(settings))).toEqual(settings);
  });

  it.each([
    ['client', 'webz'],
    ['version', 'nine'],
    ['theme', 'toString'],
    ['start', 'a b'],
    ['path', '//evil.example.org'],
    ['path', 'about'],
    ['size', '10'],
    ['launch', 'tgWebAppData=a#b'],
    ['launch', 'other=1'],
    ['seed', 'x'],
  ] as const)('ignore %s=%s', (key, value) => {
    const query = new URLSearchParams({ [key]: value });
    expect(readSettings(`?${query}`)[key]).toBe(DEFAULTS[key]);
  });

  it('start a new launch only if they are part of it', () => {
    expect(launchKey({ ...DEFAULTS, theme: 'odd', size: '320', net: 'slow' })).toBe(
      launchKey(DEFAULTS),
    );
    expect(launchKey({ ...DEFAULTS, version: '6.0' })).not.toBe(launchKey(DEFAULTS));
  });

  it('name the platform that the client reports', () => {
    expect(platformOf({ client: 'webk', platform: 'auto' })).toBe('web');
    expect(platformOf({ client: 'webk', platform: 'ios' })).toBe('ios');
  });
});
