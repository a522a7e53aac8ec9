import { wholeChromiumLaunch } from '../fixtures/chromium.ts';
import { LAUNCHES } from '../fixtures/launches.ts';
import { expectStarted, launchInTelegram } from '../fixtures/telegram-launch.ts';
import { expect, test } from '../fixtures/test.ts';

test.use({ launchOptions: wholeChromiumLaunch });

// Chromium blocks all storage in cross-site frames, so this file tests without storage.
// launch-storage.spec.ts tests with it.

for (const launch of LAUNCHES) {
  test(`the app starts: ${launch.name}`, async ({ page, context, server }) => {
    const launched = await launchInTelegram({ page, context }, server.origin, launch);
    await expectStarted(launched, launch.path);
  });
}

test('storage throws in these launches', async ({ page, context, server }) => {
  const { stand } = await launchInTelegram({ page, context }, server.origin, { settings: {} });
  const frame = await stand.appFrame();
  expect(
    await frame.evaluate(() => {
      try {
        return sessionStorage.length >= 0;
      } catch {
        return 'throws';
      }
    }),
  ).toBe('throws');
});

test('Back leads home from a deep link', async ({ page, context, server }) => {
  const { stand, errors } = await launchInTelegram({ page, context }, server.origin, {
    settings: { path: '/about' },
  });
  await stand.back.click();
  await expect.poll(() => stand.appPath()).toBe('/');
  await expect(stand.back).toBeHidden();
  expect(errors).toEqual([]);
});

test('a reload keeps page, start parameter and launch without storage', async ({
  page,
  context,
  server,
}) => {
  const { stand, trace } = await launchInTelegram({ page, context }, server.origin, {
    settings: { start: 'about', client: 'webk' },
  });
  await expect.poll(() => stand.appPath()).toBe('/about');
  await stand.app.getByRole('link', { name: 'Колесо фортуны' }).click();
  await expect.poll(() => stand.appPath()).toBe('/wheel');
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect.poll(() => trace.count('iframe_ready')).toBe(2);
  await expect(stand.connectButton).toBeEnabled();
  await expect.poll(() => stand.appPath()).toBe('/wheel');
  await expect(stand.back).toBeVisible();
});
