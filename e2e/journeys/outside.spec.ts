import { expect, test } from '../fixtures/test.ts';

const OLD_CLIENT = 'You are using too old Telegram client to run this application';

test('a plain browser is told where the app lives', async ({ page, server }) => {
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  await page.goto(`${server.origin}/about`);
  await expect(page.getByText(OLD_CLIENT)).toBeVisible();
  await expect(page.getByText('Приложение живёт внутри Telegram')).toBeVisible();
  await expect(page.getByRole('button')).toHaveCount(0);
  expect(errors).toEqual([]);
});
