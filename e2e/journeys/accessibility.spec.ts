import { AxeBuilder } from '@axe-core/playwright';
import { connectByCode } from '../fixtures/connect.ts';
import { HEADINGS } from '../fixtures/launches.ts';
import type { Stand } from '../fixtures/stand.ts';
import { expect, test } from '../fixtures/test.ts';

test.use({
  permissions: ['clipboard-read', 'clipboard-write'],
  viewport: { width: 1280, height: 860 },
});

/** Returns short descriptions of axe's findings in the app's frame. */
async function violations(stand: Stand): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page: stand.page })
    .include(['iframe[title="Mini app"]', 'html'])
    .analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.html} ${node.failureSummary}`),
  );
}

for (const theme of ['weba-light', 'weba-dark']) {
  test(`axe finds no problems on home, the wallet dialog and the account menu (${theme})`, async ({
    openStand,
  }) => {
    const stand = await openStand({ size: 'desktop', theme });
    expect(await violations(stand)).toEqual([]);
    await stand.connectButton.click();
    await expect(stand.sheet.getByRole('button', { name: 'Скопировать ссылку' })).toBeVisible();
    expect(await violations(stand)).toEqual([]);
    await stand.page.keyboard.press('Escape');
    await connectByCode(stand);
    await stand.accountButton.click();
    await expect(stand.app.getByRole('menu')).toBeVisible();
    expect(await violations(stand)).toEqual([]);
  });

  for (const [path, heading] of Object.entries(HEADINGS)) {
    test(`axe finds no problems at ${path} (${theme})`, async ({ openStand }) => {
      const stand = await openStand({ size: '390', theme, path });
      await expect(stand.app.getByRole('heading', { level: 1, name: heading })).toBeAttached();
      expect(await violations(stand)).toEqual([]);
    });
  }

  test(`axe finds no problems in the wallet dialog on a phone (${theme})`, async ({
    openStand,
  }) => {
    const stand = await openStand({ size: '390', theme });
    await stand.connectButton.click();
    await expect(stand.sheet.getByRole('button', { name: /Dev Wallet/ })).toBeVisible();
    expect(await violations(stand)).toEqual([]);
  });
}

test('the whole journey works by keyboard', async ({ openStand }) => {
  const stand = await openStand({ size: 'desktop' });
  const { keyboard } = stand.page;
  await stand.connectButton.focus();
  await keyboard.press('Enter');
  await expect(stand.sheet).toBeVisible();
  await keyboard.press('Escape');
  await expect(stand.sheet).toBeHidden();
  await expect(stand.connectButton).toBeFocused();

  await keyboard.press('Enter');
  const copy = stand.sheet.getByRole('button', { name: 'Скопировать ссылку' });
  // The link is ready now. The Tab key skips a disabled button.
  await expect(copy).toBeEnabled();
  for (let tabs = 0; tabs < 12; tabs++) {
    if (await copy.evaluate((button) => button === document.activeElement)) break;
    await keyboard.press('Tab');
  }
  await expect(copy).toBeFocused();
  await keyboard.press('Enter');
  await expect(stand.sheet.getByText('Ссылка скопирована').first()).toBeVisible();
  const link = await stand.page.evaluate(() => navigator.clipboard.readText());

  await stand.wallet.link.focus();
  await keyboard.insertText(link);
  await keyboard.press('Enter');
  await stand.wallet.approveButton.press('Enter');
  await expect(stand.accountButton).toBeVisible();
  // Until the wallet dialog has closed, elements under it cannot get the focus.
  await expect(stand.sheet).toBeHidden();

  await stand.accountButton.focus();
  await keyboard.press('Enter');
  await expect(stand.app.getByRole('menuitem', { name: 'Скопировать адрес' })).toBeFocused();
  await keyboard.press('ArrowDown');
  await keyboard.press('ArrowDown');
  await expect(stand.app.getByRole('menuitem', { name: 'Отключить' })).toBeFocused();
  await keyboard.press('Escape');
  await expect(stand.accountButton).toBeFocused();
  await keyboard.press('Enter');
  await expect(stand.app.getByRole('menuitem', { name: 'Скопировать адрес' })).toBeFocused();
  await keyboard.press('End');
  await keyboard.press('Enter');
  await expect(stand.connectButton).toBeVisible();
});
