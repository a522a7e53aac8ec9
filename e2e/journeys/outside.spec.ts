import jsQR from 'jsqr';
import { startServer } from '../fixtures/server.ts';
import { expect, test } from '../fixtures/test.ts';

const OLD_CLIENT = 'You are using too old Telegram client to run this application';
const LONG_LINK = `https://t.me/prichal_bot/app?startapp=${'harbour-'.repeat(50)}`;

test('a plain browser shows that the app runs in Telegram, and how to open it', async ({
  page,
  server,
}) => {
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  await page.goto(`${server.origin}/about`);
  await expect(
    page.getByRole('heading', { name: 'Приложение работает внутри Telegram' }),
  ).toBeVisible();
  // No Telegram client opened the page, so none can be too old.
  await expect(page.getByText(OLD_CLIENT)).toBeHidden();
  // Without a configured bot there is no link to it: only to Telegram itself, and to the sandbox of
  // a development server.
  await expect(page.getByRole('link')).toHaveText(['Открыть Telegram', 'Открыть в песочнице']);
  const colors = await page
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => getComputedStyle(link).backgroundColor));
  expect(colors).toEqual(['rgb(184, 80, 28)', 'rgba(0, 0, 0, 0)']);
  await expect(page.getByRole('button')).toHaveCount(0);
  await expect(page.getByRole('img')).toHaveCount(0);
  expect(errors).toEqual([]);
});

const BOT = 'https://t.me/prichal_bot/app?startapp=x';
const INTENT = `intent://resolve?domain=prichal_bot&appname=app&startapp=x#Intent;scheme=tg;S.browser_fallback_url=${encodeURIComponent(BOT)};end`;
const CHROME = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36';
const ANDROID = `Mozilla/5.0 (Linux; Android 14; Pixel 8) ${CHROME}`;
const PHONE = { width: 390, height: 844 };

for (const { name, userAgent, size, href } of [
  { name: 'Chrome on Android', userAgent: ANDROID, size: PHONE, href: INTENT },
  {
    name: 'Chrome on Android in landscape',
    userAgent: ANDROID,
    size: { width: 844, height: 390 },
    href: INTENT,
  },
  {
    name: 'an Android WebView',
    userAgent: ANDROID.replace('Pixel 8', 'Pixel 8; wv'),
    size: PHONE,
    href: BOT,
  },
  {
    name: 'an iPhone',
    userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1',
    size: PHONE,
    href: BOT,
  },
  {
    name: 'a desktop',
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/130.0.0.0 Safari/537.36',
    size: { width: 1280, height: 800 },
    href: BOT,
  },
]) {
  test.describe(name, () => {
    test.use({ viewport: size, userAgent });

    test(`${name} gets the link to the bot that works there`, async ({ page }) => {
      const server = await startServer([], { PRICHAL_PRODUCT_BOT: BOT });
      try {
        await page.goto(`${server.origin}/`);
        const link = page.getByRole('link', { name: 'Открыть в Telegram' });
        await expect(link).toHaveAttribute('href', href);
        // A phone cannot read a code on its own screen.
        const isPhone = name !== 'a desktop';
        await expect(page.getByRole('img', { name: /QR/ })).toBeVisible({ visible: !isPhone });
        if (href === INTENT) return;
        await page.route('https://t.me/**', (route) => route.fulfill({ body: 'web page' }));
        await link.click();
        await expect(page.getByText('web page')).toBeVisible();
        expect(page.url()).toBe(BOT);
      } finally {
        await server.stop();
      }
    });
  });
}

test('the sandbox opens with the same page', async ({ page, server }) => {
  await page.goto(`${server.origin}/about`);
  await page.getByRole('link', { name: 'Открыть в песочнице' }).click();
  const app = page.frameLocator('iframe[title="Mini app"]');
  await expect(app.getByRole('heading', { level: 1, name: 'О нас' })).toBeVisible();
});

for (const bot of ['https://t.me/prichal_bot', LONG_LINK]) {
  test(`a plain browser shows the bot's link and QR code if the bot is configured (${bot.length} letters)`, async ({
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

test('the QR code is not requested inside Telegram', async ({ page }) => {
  const server = await startServer([], { PRICHAL_PRODUCT_BOT: 'https://t.me/prichal_bot' });
  try {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.goto(`${server.origin}/#tgWebAppVersion=9.1&tgWebAppPlatform=ios`);
    await page.getByRole('button', { name: 'Подключить кошелёк' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    expect(asked).not.toContain('/open-in-telegram.svg');
  } finally {
    await server.stop();
  }
});
