import { wholeChromiumLaunch } from '../fixtures/chromium.ts';
import { connectByCode } from '../fixtures/connect.ts';
import { launchInTelegram } from '../fixtures/telegram-launch.ts';
import { expect, test } from '../fixtures/test.ts';

// With frames of another site, which the whole browser refuses all storage.
test.use({ launchOptions: wholeChromiumLaunch });

/*
 * From Bot API 10.2 on a client drops every message of a page that is not on the mini app's own origin, and
 * says nothing. Then nothing may wait, and everything that needs no client has to work.
 */

const DROPPED = { client: 'other-origin', version: '10.2' } as const;

test.describe('on a desktop', () => {
  test.use({
    permissions: ['clipboard-read', 'clipboard-write'],
    viewport: { width: 1280, height: 860 },
  });

  test('a user of an app whose messages are all dropped connects, sees the address and disconnects', async ({
    openStand,
  }) => {
    const stand = await openStand({ ...DROPPED, size: 'desktop' });
    await connectByCode(stand);
    await expect(stand.sheet).toBeHidden();
    await stand.accountButton.click();
    await stand.app.getByRole('menuitem', { name: 'Отключить' }).click();
    await expect(stand.connectButton).toBeVisible();
  });
});

test('an app whose messages are all dropped has working pages and a working wallet dialog', async ({
  page,
  context,
  server,
}) => {
  const { stand, trace, errors } = await launchInTelegram({ page, context }, server.origin, {
    settings: DROPPED,
  });
  await stand.app.getByRole('link', { name: 'О нас' }).click();
  await expect(stand.app.getByRole('heading', { name: 'О нас' })).toBeVisible();
  // Asked for, and not there: the page's own way home is.
  await expect.poll(() => trace.count('web_app_setup_back_button')).toBe(1);
  await expect(stand.back).toBeHidden();
  await stand.app.getByRole('link', { name: 'Торговля' }).click();
  await expect.poll(() => stand.appPath()).toBe('/');

  await stand.connectButton.click();
  await expect(stand.sheet).toBeVisible();
  await stand.sheet.press('Escape');
  await expect(stand.sheet).toBeHidden();
  await stand.connectButton.click();
  await expect(stand.sheet).toBeVisible();
  expect(errors).toEqual([]);
});
