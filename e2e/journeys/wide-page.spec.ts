import { expect, test } from '../fixtures/test.ts';

/*
 * Chrome on a phone zooms out until a page wider than the screen is fully visible, and positions
 * fixed elements relative to the enlarged window.
 */
test.use({
  viewport: { width: 390, height: 844 },
  isMobile: true,
  hasTouch: true,
  bypassCSP: true,
});

for (const [name, css] of [
  ['a page', ''],
  [
    'a page whose body has its own overflow',
    'html, body { height: 100%; } body { overflow: auto; }',
  ],
  ['a page whose root scrolls', 'html { overflow-y: scroll; }'],
] as const) {
  test(`the wallet dialog fits the screen over ${name} that is wider than it`, async ({
    page,
    server,
  }) => {
    await page.goto(`${server.origin}/stand/gallery/?scene=button-disconnected&bare=1&motion=on`);
    await page.locator('html[data-scene-ready]').waitFor({ state: 'attached' });
    await page.addStyleTag({
      content: `main { box-sizing: border-box; width: 608px; height: 3000px; } ${css}`,
    });
    await expect.poll(() => page.evaluate(() => innerWidth)).toBe(608);
    await page.evaluate(() => scrollTo(0, 700));
    await page.evaluate(() => document.querySelector<HTMLElement>('header button')?.click());
    const dialog = page.getByRole('dialog');
    await expect(dialog).toBeVisible();
    const size = () =>
      dialog.evaluate((element) => [
        element.clientWidth,
        Math.round(element.getBoundingClientRect().bottom) - innerHeight,
        scrollY,
      ]);
    await expect.poll(size).toEqual([390, 0, 700]);
    // The button's centre can be tapped.
    await dialog.getByRole('button', { name: 'Close' }).tap();
    await expect(dialog).toBeHidden();
    await expect.poll(() => page.evaluate(() => [innerWidth, scrollY])).toEqual([608, 700]);
  });
}
