import { codeOf, hold } from '../fixtures/held.ts';
import { loaded } from '../fixtures/loaded.ts';
import { becomeClient, launchHash, NATIVE } from '../fixtures/native-client.ts';
import { expect, test } from '../fixtures/test.ts';

/** The page's record of its own animations. */
interface MovedWindow {
  moved: string[];
  ended: string[];
}

/** Records animations, and elements that appear without one. Runs in the page. */
function watchMotion() {
  const page = window as unknown as MovedWindow;
  page.moved = [];
  page.ended = [];
  addEventListener('animationstart', ({ target, pseudoElement }) => {
    const element = target as Element;
    const [seconds = 0] =
      getComputedStyle(element, pseudoElement)
        .animationDuration.match(/[\d.]+/)
        ?.map(Number) ?? [];
    if (seconds > 0.001) page.moved.push(element.className);
  });
  addEventListener('animationend', ({ target }) => page.ended.push((target as Element).className));
  const { animate } = Element.prototype;
  Element.prototype.animate = function (...parameters) {
    page.moved.push(this.className);
    return animate.apply(this, parameters);
  };
}

for (const reducedMotion of ['reduce', 'no-preference'] as const) {
  test.describe(`prefers-reduced-motion: ${reducedMotion}`, () => {
    test.use({ viewport: { width: 390, height: 740 }, reducedMotion });
    const seen = <T>(all: readonly T[]): readonly T[] => (reducedMotion === 'reduce' ? [] : all);

    test('animates pages, presses and notices only if motion is allowed', async ({
      page,
      context,
      server,
    }) => {
      await page.addInitScript(watchMotion);
      await becomeClient(page, NATIVE.android);
      const release = await hold(page, codeOf('about'));
      await page.goto(`${server.origin}/${launchHash(NATIVE.android)}`);
      // This module contains ripples and notices.
      await loaded(page, ['enhancements']);

      await page.getByRole('link', { name: 'Колесо фортуны' }).click();
      await expect(page.getByRole('heading', { name: 'Крутись, колесо' })).toBeVisible();
      await page.getByRole('link', { name: 'О нас' }).click();
      const ended = () => page.evaluate(() => (window as unknown as MovedWindow).ended);
      await expect.poll(ended).toContain('page page-awaited');
      release();
      await expect(page.getByRole('heading', { name: 'О нас' })).toBeVisible();
      await context.setOffline(true);
      await expect(page.getByText('Нет сети.')).toBeVisible();
      await context.setOffline(false);

      const moved = () => page.evaluate(() => (window as unknown as MovedWindow).moved);
      const movements = ['notice', 'page', 'page page-awaited', 'ripple'];
      await expect.poll(async () => [...new Set(await moved())].sort()).toEqual(seen(movements));
      // Both new pages enter.
      const entered = (await moved()).filter((name) => name === 'page').length;
      if (reducedMotion === 'reduce') expect(entered).toBe(0);
      else expect(entered).toBeGreaterThanOrEqual(2);
    });

    test('rocks the boat of the error screen only if motion is allowed', async ({
      page,
      server,
    }) => {
      await page.goto(`${server.origin}/sticker.svg`);
      const moving = await page.evaluate(() =>
        document
          .getAnimations()
          .map((each) => (each as CSSAnimation).animationName)
          .sort(),
      );
      expect(moving).toEqual(seen(['drift', 'drift', 'rock']));
    });
  });
}
