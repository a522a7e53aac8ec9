import { describe, expect, it } from 'vitest';
import { editLaunch, frameOrigin, isAtLeast, launchUrl } from './launch';
import { DEFAULTS, type Settings } from './settings';

const here = new URL('http://127.0.0.1:8080/stand/');
const NOW = 1_800_000_000_000;

async function launch(change: Partial<Settings>) {
  const url = new URL(await launchUrl({ ...DEFAULTS, ...change }, here, NOW));
  const params = new URLSearchParams(url.hash.replace(/^#[^?&]*\?|^#/, ''));
  return { url, params, data: new URLSearchParams(params.get('tgWebAppData') ?? '') };
}

describe('a launch', () => {
  it("has Telegram's launch parameters", async () => {
    const { url, params, data } = await launch({ lang: 'uk', version: '9.1', theme: 'ios-dark' });
    expect(url.origin + url.pathname + url.search).toBe('http://127.0.0.1:8080/');
    expect(params.get('tgWebAppVersion')).toBe('9.1');
    expect(params.get('tgWebAppPlatform')).toBe('weba');
    expect(JSON.parse(params.get('tgWebAppThemeParams') ?? '')).toMatchObject({
      bg_color: '#000000',
    });
    expect(data.get('auth_date')).toBe('1800000000');
    expect(JSON.parse(data.get('user') ?? '')).toMatchObject({ language_code: 'uk' });
    expect(url.hash).not.toContain('+');
  });

  it('names the start parameter in the query and in the init data', async () => {
    const { url, data } = await launch({ start: 'wheel' });
    expect(url.searchParams.get('tgWebAppStartParam')).toBe('wheel');
    expect(data.get('start_param')).toBe('wheel');
  });

  it('has no signature before 8.0', async () => {
    expect((await launch({ version: '7.10' })).data.has('signature')).toBe(false);
    expect((await launch({ version: '8.0' })).data.has('signature')).toBe(true);
  });

  it('of Web K reports 9.0 for 8.0', async () => {
    expect((await launch({ client: 'webk', version: '8.0' })).params.get('tgWebAppVersion')).toBe(
      '9.0',
    );
    expect((await launch({ version: '8.0' })).params.get('tgWebAppVersion')).toBe('8.0');
  });

  it('appends parameters to a hash path of the app', async () => {
    expect((await launch({ path: '/#/wheel' })).url.hash).toMatch(/^#\/wheel\?tgWebAppData=/);
    expect((await launch({ path: '/#a=1' })).url.hash).toMatch(/^#a=1&tgWebAppData=/);
  });
});

describe('edits of a launch', () => {
  const launch = 'tgWebAppData=x%3D1&tgWebAppVersion=9.1';

  it.each([
    ['', launch],
    ['tgWebAppVersion=6.0', 'tgWebAppData=x%3D1&tgWebAppVersion=6.0'],
    ['tgWebAppData=', 'tgWebAppVersion=9.1&tgWebAppData='],
    ['-tgWebAppData', 'tgWebAppVersion=9.1'],
    ['+tgWebAppVersion=9.0', `${launch}&tgWebAppVersion=9.0`],
    ['-tgWebAppData&-tgWebAppVersion', ''],
  ])('%s', (edits, expected) => {
    expect(editLaunch(launch, edits)).toBe(expected);
  });

  it('can remove all parameters', async () => {
    const all = ['Data', 'Version', 'Platform', 'ThemeParams'];
    const edits = all.map((name) => `-tgWebApp${name}`).join('&');
    expect(await launchUrl({ ...DEFAULTS, launch: edits }, here, NOW)).toBe(
      'http://127.0.0.1:8080/',
    );
  });
});

describe('frameOrigin', () => {
  it.each([
    ['http://127.0.0.1:8080', 'http://localhost:8080'],
    ['http://localhost:5173', 'http://127.0.0.1:5173'],
  ])('%s has the other name %s', (origin, twin) => {
    expect(frameOrigin('cross', new URL(origin))).toBe(twin);
    expect(frameOrigin('same', new URL(origin))).toBe(origin);
  });
});

describe('isAtLeast', () => {
  it.each([
    ['6.10', '6.9', true],
    ['7.0', '6.10', true],
    ['6.9', '6.10', false],
    ['8.0', '8.0', true],
  ])('version %s is at least %s: %s', (version, floor, answer) => {
    expect(isAtLeast(version, floor)).toBe(answer);
  });
});
