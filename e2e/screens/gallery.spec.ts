import { openGallery, openScene, violations, type Width } from '../fixtures/gallery.ts';
import { expect, test } from '../fixtures/test.ts';
import { foreignWords } from './foreign-words.ts';
import { MAIN, SCENES } from './scenes.ts';

// Traces of so many pages would take longer than the pages.
test.use({ trace: 'off' });

/*
 * Checks each scene in both themes: it matches its picture, axe finds no problems, and no text is
 * in another language. Light is English in the scene's first width, dark is Russian in its last, so
 * that few pictures cover every text, colour and breakpoint. `npm run pictures:gallery` takes the
 * pictures again.
 */
const LOOKS = [
  { theme: 'light', lang: 'en' },
  { theme: 'dark', lang: 'ru' },
] as const;

for (const [scene, widths] of Object.entries(SCENES)) {
  for (const look of LOOKS) {
    const ends = [widths.at(look.theme === 'light' ? 0 : -1) as Width];
    for (const width of MAIN.includes(scene) ? widths : ends) {
      const name = `${scene}-${width}-${look.theme}`;
      test(name, async ({ page, server }) => {
        await openScene(page, server.origin, scene, { ...look, width });
        expect.soft(await violations(page), 'axe').toEqual([]);
        const read = await page.locator('body').ariaSnapshot();
        expect.soft(foreignWords(read, look.lang), 'read out in another language').toEqual([]);
        await expect(page).toHaveScreenshot(`${name}.png`);
      });
    }
  }
}

test('axe finds no problems in the gallery itself', async ({ page, server }) => {
  await openGallery(page, server.origin, '?scene=universal');
  await page
    .frameLocator('iframe')
    .locator('html[data-scene-ready]')
    .waitFor({ state: 'attached' });
  expect(await violations(page)).toEqual([]);
});

test('every scene of the gallery has its pictures', async ({ page, server }) => {
  const list = await openGallery(page, server.origin);
  const links = await list
    .getByRole('link')
    .evaluateAll((all) =>
      all.map((link) => [
        new URL((link as HTMLAnchorElement).href).searchParams.get('scene') ?? '',
        link.getAttribute('data-widths')?.split(' ').map(Number) ?? [],
      ]),
    );
  expect(Object.fromEntries(links)).toEqual(SCENES);
});

test('the gallery is readable in each language of the widget', async ({ page, server }) => {
  await openGallery(page, server.origin, '?scene=desktop-app');
  const languages = page.getByLabel('Language');
  const codes = await languages
    .locator('option')
    .evaluateAll((all) => all.map((one) => (one as HTMLOptionElement).value));
  expect(codes).toEqual(['en', 'ru', 'es', 'fa', 'id', 'kk', 'pt', 'tr', 'uk', 'uz']);
  for (const code of codes) {
    await languages.selectOption(code);
    // A scene finds its controls by their names in its language.
    const scene = page.frameLocator('iframe').locator(`html[lang=${code}][data-scene-ready]`);
    await scene.waitFor({ state: 'attached' });
    await expect(scene).toHaveAttribute('dir', code === 'fa' ? 'rtl' : 'ltr');
    await expect(scene.locator('[data-prichal-root]').first()).toHaveAttribute('lang', code);
  }
});
