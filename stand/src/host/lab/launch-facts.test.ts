import { expect, it } from 'vitest';
import { launchUrl } from '../launch';
import { DEFAULTS } from '../settings';
import { launchFacts } from './launch-facts';

const here = new URL('http://127.0.0.1:8080/stand/');

it('parses an address that the sandbox has signed', async () => {
  const url = await launchUrl({ ...DEFAULTS, start: 'ref_1' }, here, 1_800_000_000_000);
  const { parameters, initData, raw } = launchFacts(url);
  expect(Object.fromEntries(parameters)).toMatchObject({
    tgWebAppVersion: '9.1',
    tgWebAppPlatform: 'weba',
  });
  const fields = Object.fromEntries(initData);
  expect(fields).toMatchObject({ auth_date: '1800000000', start_param: 'ref_1' });
  expect(fields.user).toContain('"language_code": "ru"');
  expect(raw).toMatch(/(^|&)hash=[0-9a-f]{64}$/);
});

it("finds the parameters after the app's own hash", async () => {
  const url = await launchUrl({ ...DEFAULTS, path: '/#/wheel' }, here, 1_800_000_000_000);
  expect(launchFacts(url).initData.map(([name]) => name)).toContain('hash');
});

it('is empty for an address without parameters', () => {
  expect(launchFacts('http://127.0.0.1:8080/')).toEqual({ parameters: [], initData: [], raw: '' });
});
