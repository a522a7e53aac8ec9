import type { Locator, Page } from '@playwright/test';
import {
  ActionModal,
  ConnectButton,
  type Language,
  Toasts,
} from '../../dev-wallet/src/page-objects/index.ts';
import { openScene } from '../fixtures/gallery.ts';
import { expect, test } from '../fixtures/test.ts';

/** Presses Tab until the control has the focus. */
async function tabTo(page: Page, control: Locator): Promise<void> {
  await expect(control).toBeVisible();
  for (let presses = 0; presses < 40; presses++) {
    if (await control.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab never reached ${control}`);
}

/** Presses Tab for a whole round. Returns the elements outside the dialog that had the focus. */
async function outsideOf(dialog: Locator, page: Page): Promise<string[]> {
  const strangers: string[] = [];
  for (let presses = 0; presses < 30; presses++) {
    await page.keyboard.press('Tab');
    const stranger = await dialog.evaluate((element) => {
      const { activeElement } = document;
      // Between the last element and the first, the focus is in the browser's UI.
      if (!activeElement || activeElement === document.body) return null;
      return element.contains(activeElement) ? null : activeElement.outerHTML;
    });
    if (stranger) strangers.push(stranger);
  }
  return strangers;
}

async function start(page: Page, origin: string, width: 1280 | 390, language: Language) {
  await openScene(page, origin, 'button-disconnected', { width, lang: language, motion: 'on' });
  const button = new ConnectButton(page, { language });
  await tabTo(page, button.disconnected);
  await page.keyboard.press('Enter');
  const { sheet } = button;
  await expect(sheet.title).toBeFocused();
  return { button, sheet, press: (key: string) => page.keyboard.press(key) };
}

for (const language of ['en', 'ru'] as const) {
  test(`the wallet dialog on a desktop works by keyboard (${language})`, async ({
    page,
    server,
  }) => {
    const { button, sheet, press } = await start(page, server.origin, 1280, language);
    expect(await outsideOf(sheet.root, page)).toEqual([]);

    await tabTo(page, sheet.viewAll);
    await press('Enter');
    await expect(sheet.title).toBeFocused();
    await tabTo(page, sheet.search);
    await page.keyboard.type('comp');
    await expect(sheet.wallet('Harbour')).toBeHidden();
    await tabTo(page, sheet.wallet('Compass'));
    await press('Enter');
    await expect(sheet.title).toHaveText('Compass');
    await expect(sheet.title).toBeFocused();

    await tabTo(page, sheet.mode('mobile'));
    await press('ArrowRight');
    await expect(sheet.mode('extension')).toBeFocused();
    await press('ArrowRight');
    await press('Enter');
    await expect(sheet.mode('desktop')).toBeFocused();
    await expect(sheet.mode('desktop')).toHaveAttribute('aria-selected', 'true');

    await tabTo(page, sheet.back);
    await press('Enter');
    await expect(sheet.wallet('Compass')).toBeFocused();
    await tabTo(page, sheet.back);
    await press('Space');
    await expect(sheet.viewAll).toBeFocused();

    await press('Escape');
    await expect(sheet.root).toBeHidden();
    await expect(button.disconnected).toBeFocused();
  });

  test(`the wallet dialog on a phone works by keyboard (${language})`, async ({ page, server }) => {
    const { button, sheet, press } = await start(page, server.origin, 390, language);
    await tabTo(page, sheet.walletsTab);
    await press('ArrowRight');
    await expect(sheet.qrTab).toBeFocused();
    await press('Enter');
    await expect(sheet.copyLink).toBeEnabled();
    await press('ArrowLeft');
    await press('Enter');

    await tabTo(page, sheet.wallet('Anchor'));
    await press('Enter');
    await expect(sheet.title).toHaveText('Anchor');
    await expect(sheet.title).toBeFocused();
    expect(await outsideOf(sheet.root, page)).toEqual([]);
    await tabTo(page, sheet.back);
    await press('Enter');
    await expect(sheet.wallet('Anchor')).toBeFocused();

    await tabTo(page, sheet.close);
    await press('Enter');
    await expect(sheet.root).toBeHidden();
    await expect(button.disconnected).toBeFocused();
  });

  test(`the account menu works by keyboard (${language})`, async ({ page, server }) => {
    await openScene(page, server.origin, 'button-connected', { lang: language, motion: 'on' });
    const button = new ConnectButton(page, { language });
    const { menu } = button;
    await tabTo(page, button.connected);
    await page.keyboard.press('Enter');
    await expect(menu.copyAddress).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(menu.addressCopied).toBeFocused();
    await page.keyboard.press('ArrowUp');
    await expect(menu.disconnect).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(menu.root).toBeHidden();
    await expect(button.connected).toBeFocused();
  });
}

test('a request works by keyboard', async ({ page, server }) => {
  await openScene(page, server.origin, 'confirm-sent', { width: 390, motion: 'on' });
  const modal = new ActionModal(page);
  const button = new ConnectButton(page);
  await expect(modal.title).toBeFocused();
  expect(await outsideOf(modal.root, page)).toEqual([]);
  await tabTo(page, modal.openWallet('Harbour'));
  await tabTo(page, modal.cancel);
  await page.keyboard.press('Enter');
  // The scene shows results in a dialog. Cancelling is a result.
  await expect(modal.title).toHaveText('We stopped waiting');
  await expect(modal.title).toBeFocused();
  await tabTo(page, modal.gotIt);
  await page.keyboard.press('Enter');
  await expect(modal.root).toBeHidden();
  await expect(button.connected).toBeFocused();
});

test('a notice over a dialog closes by keyboard', async ({ page, server }) => {
  await openScene(page, server.origin, 'notice-over-dialog');
  const notice = new Toasts(page).saying('Transaction sent');
  await tabTo(page, notice.getByRole('button'));
  await page.keyboard.press('Enter');
  await expect(notice).toBeHidden();
  await expect(new ActionModal(page).root).toBeVisible();
});
