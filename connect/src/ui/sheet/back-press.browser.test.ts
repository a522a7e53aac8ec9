import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { onBackPress, pressBack } from './back-press.js';

const ANDROID =
  'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/126.0 Mobile Safari/537.36';

/** The state that a router stores for each page. */
const pageNow = (): unknown => history.state?.page;
const marked = (): boolean => 'prichalBack' in Object(history.state);
const guarded = (yes = true) => expect.poll(marked).toBe(yes);
const at = (page: string) => expect.poll(pageNow).toBe(page);
const released: (() => void)[] = [];

/** Listens like a sheet: until the press, or until it is released. */
function listen(handler = vi.fn()) {
  const release = onBackPress(() => {
    handler();
    release();
  });
  released.push(release);
  return { handler, release };
}
/** The pages that a router has shown. */
const shown: unknown[] = [];
const router = (): void => void shown.push(pageNow());

beforeEach(() => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(ANDROID);
  history.pushState({ page: 'before' }, '');
  history.pushState({ page: 'base' }, '');
  window.addEventListener('popstate', router);
});
afterEach(async () => {
  for (const release of released.splice(0)) release();
  await guarded(false);
  window.removeEventListener('popstate', router);
  vi.restoreAllMocks();
  shown.length = 0;
});

describe('back on Android', () => {
  it('is handled once, by the topmost sheet, without a navigation', async () => {
    const below = listen();
    const above = listen();
    await guarded();
    expect(pageNow()).toBe('base');

    history.back();
    await expect.poll(() => above.handler.mock.calls.length).toBe(1);
    expect(below.handler).not.toHaveBeenCalled();

    await guarded();
    history.back();
    await expect.poll(() => below.handler.mock.calls.length).toBe(1);
    await guarded(false);
    expect(pageNow()).toBe('base');

    history.back();
    await at('before');
    expect(shown).toEqual(['base', 'base', 'before']);
  });

  it('leaves no history entry if a sheet closes itself', async () => {
    const first = listen();
    const second = listen();
    await guarded();
    const { length } = history;
    second.release();
    first.release();
    await guarded(false);
    expect([history.length, pageNow()]).toEqual([length, 'base']);
    history.back();
    await at('before');
    expect(first.handler).not.toHaveBeenCalled();
    expect(shown).toEqual(['base', 'before']);
  });

  it.each(['are released', 'are pressed'])(
    'listens to the history no more when all %s',
    async (how) => {
      const listening = new Set<unknown>();
      const [add, remove] = [window.addEventListener, window.removeEventListener];
      vi.spyOn(window, 'addEventListener').mockImplementation((...of: Parameters<typeof add>) => {
        if (of[0] === 'popstate') listening.add(of[1]);
        add.call(window, ...of);
      });
      vi.spyOn(window, 'removeEventListener').mockImplementation(
        (...of: Parameters<typeof remove>) => {
          if (of[0] === 'popstate') listening.delete(of[1]);
          remove.call(window, ...of);
        },
      );
      const { release } = listen();
      await guarded();
      expect(listening.size).toBe(1);
      if (how === 'are released') release();
      else history.back();
      await guarded(false);
      await expect.poll(() => listening.size).toBe(0);
    },
  );

  it('does not change the history when one sheet replaces another', async () => {
    const first = listen();
    await guarded();
    const push = vi.spyOn(history, 'pushState');
    const back = vi.spyOn(history, 'back');
    first.release();
    listen();
    await new Promise((resolve) => setTimeout(resolve));
    expect([push.mock.calls, back.mock.calls, marked()]).toEqual([[], [], true]);
  });

  it('is handled by a sheet that opens while the last entry is removed', async () => {
    const first = listen();
    await guarded();
    const back = vi.spyOn(history, 'back');
    first.release();
    await expect.poll(() => back.mock.calls.length).toBe(1);
    const second = listen();
    await guarded();
    history.back();
    await expect.poll(() => second.handler.mock.calls.length).toBe(1);
    expect(pageNow()).toBe('base');
  });

  it('keeps a page that the app navigated to, and removes its entry later', async () => {
    const sheet = listen();
    await guarded();
    // Some routers copy the state to the next page.
    history.pushState({ ...history.state, page: 'next' }, '', '#next');
    sheet.release();
    await new Promise((resolve) => setTimeout(resolve));
    expect(pageNow()).toBe('next');

    history.back();
    await guarded(false);
    await at('base');
    // Each press went back by one page.
    expect(sheet.handler).not.toHaveBeenCalled();
    history.back();
    await at('before');
  });

  it('calls the same handler at each press', async () => {
    const handler = vi.fn();
    released.push(onBackPress(handler));
    await guarded();
    for (const times of [1, 2]) {
      history.back();
      await expect.poll(() => handler.mock.calls.length).toBe(times);
      await guarded();
    }
  });

  it('is also handled as a cancel event of a dialog', async () => {
    expect(pressBack()).toBe(false);
    const { handler } = listen();
    await guarded();
    expect(pressBack()).toBe(true);
    expect(handler).toHaveBeenCalledTimes(1);
    await guarded(false);
    expect(pageNow()).toBe('base');
  });
});

it('changes the history only on Android', async () => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (Windows NT 10.0)');
  const { length } = history;
  listen();
  await new Promise((resolve) => setTimeout(resolve));
  expect([history.length, marked()]).toEqual([length, false]);
});
