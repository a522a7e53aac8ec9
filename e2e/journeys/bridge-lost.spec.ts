import type { APIRequestContext, Page } from '@playwright/test';
import { loaded } from '../fixtures/loaded.ts';
import { launchHash, NATIVE } from '../fixtures/native-client.ts';
import { expect, test } from '../fixtures/test.ts';

// Network failures during a press: the shown message, and the state afterwards.

/** Sets the fault of the bridge's streams on the server. */
async function makeStreams(request: APIRequestContext, origin: string, fault: string) {
  const answer = await request.post(`${origin}/stand/bridge?fault=${fault}&half=streams`);
  expect(answer.ok(), await answer.text()).toBe(true);
}

const now = (page: Page) => page.evaluate(() => performance.now());

for (const fault of ['refused', 'error', 'silent']) {
  test.describe(`an unreachable bridge: ${fault}`, () => {
    test.afterEach(({ request, server }) => makeStreams(request, server.origin, 'none'));

    for (const [code, wallet] of [
      ['for several wallets', ''],
      ['for one wallet', 'Dev Wallet'],
    ] as const) {
      test(`the wallet is named under the code ${code} after 8 s, until the bridge answers`, async ({
        page,
        request,
        server,
      }) => {
        await makeStreams(request, server.origin, fault);
        await page.goto(`${server.origin}/stand/dapp/`);
        await page.getByRole('button', { name: 'Connect wallet' }).click();
        const sheet = page.getByRole('dialog');
        await expect(sheet.getByRole('button', { name: 'Copy link' })).toBeEnabled();
        if (wallet) await sheet.getByRole('button', { name: wallet }).first().click();
        if (wallet) await sheet.getByRole('tab', { name: 'Mobile' }).click();
        const trouble = sheet.getByText(/^No connection to .+\. Trying again…/);
        await expect(sheet.getByRole('button', { name: 'Copy link' })).toBeEnabled();
        const since = await now(page);
        await expect(trouble.first()).toBeVisible();
        // Not shown earlier, because a stream needs a moment on a slow network.
        expect((await now(page)) - since).toBeGreaterThan(5_000);
        await expect(sheet.getByRole('status').last()).toHaveText(/^No connection to/);
        if (wallet) await expect(trouble.first()).toContainText(wallet);
        await makeStreams(request, server.origin, 'none');
        await expect(trouble).toHaveCount(0, { timeout: 60_000 });
      });
    }
  });
}

for (const [there, missing] of [
  ['nothing but the button', /\/assets\/(lazy-chunk|ru|sdk)-[^/]*\.js$/],
  ["the sheet's code", /\/assets\/sdk-[^/]*\.js$/],
] as const) {
  test(`a press while offline, with ${there}, shows a message, rejects no promise, and continues online`, async ({
    page,
    context,
    server,
  }) => {
    await page.setViewportSize({ width: 390, height: 740 });
    await page.addInitScript(() => {
      const rejections: string[] = [];
      Object.assign(window, { rejections });
      addEventListener('unhandledrejection', ({ reason }) => rejections.push(String(reason)));
    });
    const rejections = () => page.evaluate(() => Object(window).rejections as string[]);
    await page.route(missing, (route) => route.abort());
    await page.goto(`${server.origin}/${launchHash(NATIVE.ios)}`);
    const connect = page.getByRole('button', { name: 'Подключить кошелёк' });
    await expect(connect).toBeEnabled();
    // The modules that the shell loads after the first paint have loaded too.
    await loaded(page, ['enhancements']);
    await context.setOffline(true);
    await connect.click();
    const sheet = page.getByRole('dialog');
    const again = page.getByRole('button', { name: /^(Повторить|Обновить страницу)$/ });
    await expect(sheet.or(again).first()).toBeVisible();
    await expect(page.getByText('Нет сети. Продолжим, когда она появится.').first()).toBeVisible();
    expect(await rejections()).toEqual([]);
    await page.unroute(missing);
    await context.setOffline(false);
    if (await sheet.isHidden()) await again.click();
    await expect(sheet.getByRole('button', { name: 'Tonkeeper' })).toBeVisible();
    await sheet.getByRole('tab', { name: 'QR-код' }).click();
    await expect(sheet.getByRole('button', { name: 'Скопировать ссылку' })).toBeEnabled();
    expect(await rejections()).toEqual([]);
  });
}
