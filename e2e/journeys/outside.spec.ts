import jsQR from 'jsqr';
import { startServer } from '../fixtures/server.ts';
import { expect, test } from '../fixtures/test.ts';

const OLD_CLIENT = 'You are using too old Telegram client to run this application';
const LONG_LINK = `https://t.me/prichal_bot/app?startapp=${'harbour-'.repeat(50)}`;

test('a plain browser is told where the app lives', async ({ page, server }) => {
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  await page.goto(`${server.origin}/about`);
  await expect(page.getByText(OLD_CLIENT)).toBeVisible();
  await expect(page.getByText('Приложение живёт внутри Telegram')).toBeVisible();
  // Nothing to press that could not work, and no way to a bot that is not configured.
  await expect(page.getByRole('button')).toHaveCount(0);
  await expect(page.getByRole('link')).toHaveCount(0);
  await expect(page.getByRole('img')).toHaveCount(0);
  expect(errors).toEqual([]);
});

for (const bot of ['https://t.me/prichal_bot', LONG_LINK]) {
  test(`and led there by link and code, when the bot is known (${bot.length} letters)`, async ({
    page,
  }) => {
    const server = await startServer([], { PRICHAL_PRODUCT_BOT: bot });
    try {
      await page.goto(`${server.origin}/`);
      await expect(page.getByRole('link', { name: 'Открыть в Telegram' })).toHaveAttribute(
        'href',
        bot,
      );
      const code = page.getByRole('img', { name: /QR/ });
      await expect(code).toHaveJSProperty('complete', true);
      const { data, width, height } = await code.evaluate(async (image: HTMLImageElement) => {
        await image.decode();
        const canvas = document.createElement('canvas');
        canvas.width = canvas.height = 2 * image.width;
        const context = canvas.getContext('2d');
        if (!context) throw new Error('No canvas');
        context.drawImage(image, 0, 0, canvas.width, canvas.height);
        const { data, width, height } = context.getImageData(0, 0, canvas.width, canvas.height);
        return { data: Array.from(data), width, height };
      });
      expect(jsQR(Uint8ClampedArray.from(data), width, height)?.data).toBe(bot);
    } finally {
      await server.stop();
    }
  });
}

test('inside Telegram nobody asks for the code', async ({ page }) => {
  const server = await startServer([], { PRICHAL_PRODUCT_BOT: 'https://t.me/prichal_bot' });
  try {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.goto(`${server.origin}/#tgWebAppVersion=9.1&tgWebAppPlatform=ios`);
    await expect(page.getByRole('button', { name: 'Подключить кошелёк' })).toBeEnabled();
    await page.waitForLoadState('networkidle');
    expect(asked).not.toContain('/open-in-telegram.svg');
  } finally {
    await server.stop();
  }
});
