import type { Tab } from './engine.ts';
import type { Site } from './site.ts';
import { expect, test } from './test.ts';
import { Visitor } from './visitor.ts';

const CONNECT = 'Подключить кошелёк';
/**
 * Labels of the button: the usual one, or an offer to retry or reload after its code failed to
 * load.
 */
const ANY_OFFER = /^(Подключить кошелёк|Повторить|Обновить страницу)$/;
/** The connected button: four characters, an ellipsis, four characters. */
const ACCOUNT = /[\w-]{4}…[\w-]{4}/;
const CHUNKS = {
  page: /\/assets\/wheel-[^/]*\.js$/,
  widget: /\/assets\/lazy-chunk-[^/]*\.js$/,
  words: /\/assets\/ru-[^/]*\.js$/,
  code: /\/assets\/qr-shape-[^/]*\.js$/,
  connected: /\/assets\/connected-chunk-[^/]*\.js$/,
};

/** Opens the app in a Telegram client, and waits for everything that it loads without a press. */
async function openApp(tab: Tab, site: Site, size = '390', ext = 'off'): Promise<Visitor> {
  await tab.goto(`${site.origin}/stand/?${new URLSearchParams({ size, ext, zoom: '100' })}`);
  const app = new Visitor(tab.frame('Mini app'));
  await app.sees('button', CONNECT);
  return app;
}

test('a page whose code failed to load appears after a retry, without a press', async ({
  tab,
  site,
}) => {
  const app = await openApp(tab, site);
  const refused = site.lose(CHUNKS.page, 2);
  await app.press('link', 'Колесо фортуны');
  await app.sees('heading', 'Крутись, колесо');
  expect(refused).toHaveLength(2);
});

test('a page whose code keeps failing shows an error, and a reload loads it', async ({
  tab,
  site,
}) => {
  const app = await openApp(tab, site);
  site.lose(CHUNKS.page);
  await app.press('link', 'Колесо фортуны');
  await app.sees('alert', '');
  await app.reads('An unhandled error occurred:');
  await app.reads('Unable to load /assets/wheel-');
  // React logs the error that it shows.
  expect(site.takeErrors()).not.toEqual([]);
  site.heal();
  await app.press('button', 'Попробовать снова');
  await app.sees('heading', 'Крутись, колесо');
});

test('a page that failed to load at the start appears after a retry', async ({ tab, site }) => {
  const refused = site.lose(CHUNKS.page, 1);
  await tab.goto(
    `${site.origin}/stand/?${new URLSearchParams({ path: '/wheel', ext: 'off', zoom: '100' })}`,
  );
  const app = new Visitor(tab.frame('Mini app'));
  await expect.poll(() => refused.length).toBe(1);
  await app.sees('heading', 'Крутись, колесо');
  // The page logs the failed load.
  site.takeErrors();
});

for (const [part, chunk] of Object.entries({ widget: CHUNKS.widget, words: CHUNKS.words })) {
  test(`the connect button works again after its ${part} failed to load`, async ({ tab, site }) => {
    const refused = site.lose(chunk);
    const app = await openApp(tab, site);
    await app.press('button', CONNECT);
    await expect.poll(() => refused.length).toBeGreaterThan(0);
    site.heal();
    await app.pressUntil(ANY_OFFER, 'dialog', 'Подключите кошелёк TON');
    // The page logs the failed load.
    site.takeErrors();
  });
}

test('a QR code that cannot be drawn shows a message, and a press on it retries', async ({
  tab,
  site,
}) => {
  const refused = site.lose(CHUNKS.code);
  const app = await openApp(tab, site, 'desktop');
  await app.press('button', CONNECT);
  await app.sees('button', /^Не.загрузилось\. Проверьте подключение к.сети\. Повторить$/);
  expect(refused.length).toBeGreaterThan(1);
  // The link does not need the drawing.
  await app.press('button', 'Скопировать ссылку');
  await app.reads('Ссылка скопирована');
  site.heal();
  await app.press('button', /^Не.загрузилось\./);
  await app.sees('button', 'QR-код: скопировать его ссылку');
  // The page logs the failed load.
  site.takeErrors();
});

test('a menu whose code failed to load shows a message, and opens at the second press', async ({
  tab,
  site,
  visitor,
}) => {
  const refused = site.lose(CHUNKS.connected);
  const app = await openApp(tab, site, 'desktop', 'on');
  await app.press('button', CONNECT);
  await app.press('button', /^Dev Wallet/);
  await visitor.press('button', 'Approve');
  await app.press('button', ACCOUNT);
  await app.reads('Проверьте подключение к\u00a0сети.');
  expect(refused.length).toBeGreaterThan(1);
  site.heal();
  await app.press('button', ACCOUNT);
  await app.press('menuitem', 'Отключить');
  await app.sees('button', CONNECT);
  // The page logs the failed load.
  site.takeErrors();
});

/*
 * The dapp console uses its bundler's own way to load chunks, as other apps do, so only the widget
 * retries.
 */
for (const [part, chunk] of Object.entries({
  code: CHUNKS.widget,
  words: /\/assets\/en-[^/]*\.js$/,
})) {
  test(`on a page with other content the widget's ${part} loads at the second press`, async ({
    tab,
    site,
    visitor,
  }) => {
    const refused = site.lose(chunk);
    await tab.goto(`${site.origin}/stand/dapp/`);
    await visitor.press('button', 'Connect wallet');
    await visitor.sees('button', 'Retry');
    expect(refused.length).toBeGreaterThan(1);
    site.heal();
    await visitor.press('button', 'Retry');
    await visitor.sees('dialog', 'Connect your TON wallet');
    // The page logs the failed load.
    site.takeErrors();
  });
}

test('on a page with other content a widget that keeps failing offers a reload, which loads it', async ({
  tab,
  site,
  visitor,
}) => {
  site.lose(CHUNKS.widget);
  await tab.goto(`${site.origin}/stand/dapp/`);
  await visitor.press('button', 'Connect wallet');
  await visitor.press('button', 'Retry');
  await visitor.sees('button', 'Reload page');
  site.heal();
  await visitor.press('button', 'Reload page');
  await visitor.press('button', 'Connect wallet');
  await visitor.sees('dialog', 'Connect your TON wallet');
  site.takeErrors();
});
