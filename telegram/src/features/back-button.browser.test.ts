import { expect, it, vi } from 'vitest';
import { freshPage, settled } from '../testing/fresh-page.js';

/** An Android client of a version, and the visibility values that it received. */
async function client(version: string) {
  const told: boolean[] = [];
  const { telegram, receive } = await freshPage({
    query: `tgWebAppVersion=${version}&tgWebAppPlatform=android`,
    postEvent: (type, json) => {
      if (type === 'web_app_setup_back_button') told.push(JSON.parse(json).is_visible);
    },
  });
  return { ...telegram, told, press: () => receive('back_button_pressed', null) };
}

it('is shown while there are handlers, and only the top one receives the press', async () => {
  const { pushBackHandler, press, told } = await client('9.0');
  const [below, above] = [vi.fn(), vi.fn()];
  const releaseBelow = pushBackHandler(below);
  const releaseAbove = pushBackHandler(above);
  await settled();
  expect(told).toEqual([true]);

  press();
  expect(above).toHaveBeenCalledTimes(1);
  expect(below).not.toHaveBeenCalled();

  releaseAbove();
  press();
  expect(below).toHaveBeenCalledTimes(1);

  releaseBelow();
  releaseBelow();
  await settled();
  expect(told).toEqual([true, false]);
});

it('does not flicker during a route change', async () => {
  const { pushBackHandler, told } = await client('9.0');
  const release = pushBackHandler(vi.fn());
  await settled();
  release();
  pushBackHandler(vi.fn());
  await settled();
  expect(told).toEqual([true]);
});

it('accepts the same handler twice, and removes the right one', async () => {
  const { pushBackHandler, press } = await client('9.0');
  const handler = vi.fn();
  pushBackHandler(handler);
  pushBackHandler(handler)();
  press();
  expect(handler).toHaveBeenCalledTimes(1);
});

it('hides a button that an earlier page left', async () => {
  const { pushBackHandler, press, told } = await client('9.0');
  pushBackHandler(vi.fn())();
  await settled();
  press();
  expect(told).toEqual([false]);
});

it('sends nothing to a client without the button', async () => {
  const { pushBackHandler, told } = await client('6.0');
  pushBackHandler(vi.fn());
  await settled();
  expect(told).toEqual([]);
});
