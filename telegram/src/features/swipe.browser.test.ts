import { expect, it } from 'vitest';
import { freshPage } from '../testing/fresh-page.js';

it('is locked once for all locks, and released by the last one', async () => {
  const told: boolean[] = [];
  const { telegram } = await freshPage({
    query: 'tgWebAppVersion=7.7&tgWebAppPlatform=ios',
    postEvent: (type, json) => {
      if (type === 'web_app_setup_swipe_behavior') told.push(JSON.parse(json).allow_vertical_swipe);
    },
  });
  const [one, other] = [telegram.lockVerticalSwipe(), telegram.lockVerticalSwipe()];
  expect(told).toEqual([false]);
  one();
  one();
  expect(told).toEqual([false]);
  other();
  expect(told).toEqual([false, true]);
});
