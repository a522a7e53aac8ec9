import { expect, it } from 'vitest';
import { withoutLaunch } from './without-launch.js';

const LAUNCH = 'tgWebAppData=user%3D1%26hash%3Dabc&tgWebAppVersion=9.1&tgWebAppPlatform=ios';

it.each([
  [`https://app.example/#${LAUNCH}`, 'https://app.example/'],
  [`https://app.example/#/wheel?${LAUNCH}`, 'https://app.example/#/wheel'],
  [`https://app.example/#/wheel?a=1&${LAUNCH}&b=2`, 'https://app.example/#/wheel?a=1&b=2'],
  [`https://app.example/?tgWebAppStartParam=x#${LAUNCH}`, 'https://app.example/'],
  [`https://app.example/?tgWebAppStartParam=x&a=1#top`, 'https://app.example/?a=1#top'],
  [`https://app.example/?a=1#${LAUNCH}&b=2`, 'https://app.example/?a=1#b=2'],
  ['https://app.example/page?a=tgWebApp#b', 'https://app.example/page?a=tgWebApp#b'],
])('%s is %s without its launch', (url, expected) => {
  expect(withoutLaunch(url)).toBe(expected);
});
