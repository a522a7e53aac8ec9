import { wholeChromiumLaunch } from '../fixtures/chromium.ts';
import { connectByCode } from '../fixtures/connect.ts';
import { launchInTelegram } from '../fixtures/telegram-launch.ts';
import { expect, test } from '../fixtures/test.ts';

// The full browser blocks storage in cross-site frames.
test.use({ launchOptions: wholeChromiumLaunch });

/*
 * From Bot API 10.2 on, a client silently drops every message of a page that is not on the mini
 * app's own origin. The app must then not wait for answers, and everything that needs no client
 * must work.
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
  // The app has requested the Back button, which does not appear. The page's own link home does.
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
