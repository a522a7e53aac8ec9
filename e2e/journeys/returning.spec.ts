import { layoutShifts, watchLayoutShifts } from '../fixtures/app-shift.ts';
import { connectByCode } from '../fixtures/connect.ts';
import { ENTRY, hold } from '../fixtures/held.ts';
import type { Stand } from '../fixtures/stand.ts';
import { expect, test } from '../fixtures/test.ts';

// A returning user sees their address at the first paint, long before any code of the widget has
// loaded.

test.use({
  permissions: ['clipboard-read', 'clipboard-write'],
  viewport: { width: 1280, height: 860 },
});

/** Connects, then reloads the app without the `late` files. */
async function comeBack(stand: Stand, late: RegExp) {
  await connectByCode(stand);
  const address = (await stand.accountButton.textContent()) ?? '';
  const release = await hold(stand.page, late);
  await stand.page.getByRole('button', { name: 'Reload' }).click();
  return { address, release };
}

test('the stored address is in the page before the bundle, and stays in place', async ({
  page,
  openStand,
}) => {
  await watchLayoutShifts(page);
  const stand = await openStand({ size: 'desktop' });
  const { address, release } = await comeBack(stand, ENTRY);
  const standing = stand.app.locator('[data-skeleton] #ton-connect-button button');
  await expect(standing).toHaveText(address);
  const place = await standing.boundingBox();
  release();
  const account = stand.app.locator('#ton-connect-button [data-state="connected"]');
  // The skeleton's button says "connected" too, and is removed when the widget's button appears.
  await expect(stand.app.locator('[data-skeleton], .connect-skeleton')).toHaveCount(0);
  await expect(account).toHaveText(address);
  expect(await account.boundingBox()).toEqual(place);
  expect(await layoutShifts(await stand.appFrame())).toEqual([]);
});

test('a press on the stored address before any code opens the menu, which can disconnect', async ({
  openStand,
}) => {
  const stand = await openStand({ size: 'desktop' });
  const { release } = await comeBack(stand, ENTRY);
  await stand.accountButton.click();
  await expect(stand.accountButton).toHaveAttribute('aria-busy', 'true');
  release();
  await stand.app.getByRole('menuitem', { name: 'Отключить' }).click();
  await expect(stand.connectButton).toBeEnabled();
  const frame = await stand.appFrame();
  const stored = () =>
    frame.evaluate(() => Object.keys(localStorage).filter((key) => /bridge-connection/.test(key)));
  await expect.poll(stored).toEqual([]);
});

test('the address needs neither the code of the dialog nor the SDK', async ({ openStand }) => {
  const stand = await openStand({ size: 'desktop' });
  const { address, release } = await comeBack(stand, /\/assets\/(lazy-chunk|esm)-[^/]*\.js$/);
  await expect(stand.app.locator('[data-prichal-root] button').first()).toHaveText(address);
  release();
  await stand.accountButton.click();
  await expect(stand.app.getByRole('menu')).toBeVisible();
});
