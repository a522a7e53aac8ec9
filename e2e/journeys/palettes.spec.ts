import { AxeBuilder } from '@axe-core/playwright';
import { connectByCode } from '../fixtures/connect.ts';
import type { Stand } from '../fixtures/stand.ts';
import { expect, test } from '../fixtures/test.ts';

// The widget uses the page's colours with every client palette, and all of its text is readable.

test.use({
  permissions: ['clipboard-read', 'clipboard-write'],
  viewport: { width: 1280, height: 860 },
});

/** Returns axe's list of unreadable text. */
async function unreadable(stand: Stand): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page: stand.page })
    .include(['iframe[title="Mini app"]', 'html'])
    .withRules(['color-contrast'])
    .analyze();
  return violations.flatMap(({ nodes }) =>
    nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`),
  );
}

/** Returns a colour of the page's palette, as painted by the head. */
const painted = (stand: Stand, name: string): Promise<string> =>
  stand.app.locator('html').evaluate((root, property) => {
    const probe = document.body.appendChild(document.createElement('i'));
    probe.style.color = getComputedStyle(root).getPropertyValue(property);
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  }, name);

for (const theme of [
  'weba-light',
  'weba-dark',
  'ios-light',
  'ios-dark',
  'android-light',
  'desktop-light',
  'desktop-dark',
  'odd',
]) {
  test(`all text is readable in ${theme}`, async ({ openStand }) => {
    const stand = await openStand({ size: '390', theme });
    expect(await unreadable(stand)).toEqual([]);
    await stand.connectButton.click();
    await expect(stand.sheet.getByRole('button', { name: /Dev Wallet/ })).toBeVisible();
    expect(await unreadable(stand)).toEqual([]);
    await stand.sheet.getByRole('tab').nth(1).click();
    await expect(stand.sheet.getByRole('button', { name: 'Скопировать ссылку' })).toBeVisible();
    expect(await unreadable(stand)).toEqual([]);
  });

  test(`the menu and the wide wallet dialog are readable in ${theme}`, async ({ openStand }) => {
    const stand = await openStand({ size: 'desktop', theme });
    await connectByCode(stand);
    await stand.accountButton.click();
    await expect(stand.app.getByRole('menu')).toBeVisible();
    expect(await unreadable(stand)).toEqual([]);
  });

  test(`the widget uses the page's colours in ${theme}`, async ({ openStand }) => {
    const stand = await openStand({ size: '390', theme });
    const rope = await painted(stand, '--rope');
    await expect(stand.connectButton).toHaveCSS('background-color', rope);
    await stand.connectButton.click();
    const title = stand.sheet.getByRole('heading').first();
    await expect(title).toHaveCSS('color', await painted(stand, '--card-text'));
    const ground = await title.evaluate((element) => {
      const card = element.appendChild(document.createElement('i'));
      card.style.color = 'var(--prichal-background-primary)';
      const { color } = getComputedStyle(card);
      card.remove();
      return color;
    });
    expect(ground).toBe(await painted(stand, '--card-ground'));
  });
}
