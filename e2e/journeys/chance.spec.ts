import { wholeChromiumLaunch } from '../fixtures/chromium.ts';
import { expectStarted, launchInTelegram } from '../fixtures/telegram-launch.ts';
import { expect, test } from '../fixtures/test.ts';

// The full browser blocks storage in cross-site frames.
test.use({ launchOptions: wholeChromiumLaunch });

// The host loses half of its replies and delays the rest by up to two seconds, differently for each
// seed. The final page must equal that of a host that answers everything at once.

test.use({ viewport: { width: 1280, height: 860 }, reducedMotion: 'reduce' });

for (const [client, theme] of [
  ['weba', 'weba-light'],
  ['weba', 'odd'],
  ['webk', 'weba-dark'],
] as const) {
  test(`lost and late replies do not change the painted page (${client}, ${theme})`, async ({
    context,
    server,
  }) => {
    const pictureOf = async (net: string, seed: string) => {
      const page = await context.newPage();
      const launched = await launchInTelegram({ page, context }, server.origin, {
        settings: { client, theme, net, seed },
      });
      await expectStarted(launched);
      const picture = await page.locator('iframe[title="Mini app"]').screenshot();
      await page.close();
      return picture.toString('base64');
    };
    const calm = await pictureOf('normal', '1');
    for (const seed of ['1', '2', '3']) {
      const same = (await pictureOf('random', seed)) === calm;
      expect(same, `seed ${seed}`).toBe(true);
    }
  });
}
