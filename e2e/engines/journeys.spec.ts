import type { Tab } from './engine.ts';
import type { Site } from './site.ts';
import { expect, test } from './test.ts';
import { Visitor } from './visitor.ts';

const CONNECT = 'Подключить кошелёк';
/** The connected button: four characters, an ellipsis, four characters. */
const ACCOUNT = /[\w-]{4}…[\w-]{4}/;

/** Opens the sandbox: the mini app in a Telegram client, and the dev wallet. */
async function openStand(tab: Tab, site: Site, settings: Record<string, string>) {
  await tab.goto(`${site.origin}/stand/?${new URLSearchParams({ zoom: '100', ...settings })}`);
  const app = new Visitor(tab.frame('Mini app'));
  await app.sees('button', CONNECT);
  return app;
}

/** Copies the link of the open wallet dialog and opens it in the wallet, as a user does. */
async function takeLink(
  tab: Tab,
  sheet: Visitor,
  words: { copy: string; copied: string },
  wallet: Visitor,
) {
  await sheet.press('button', words.copy);
  await sheet.reads(words.copied);
  await wallet.press('textbox', 'Connection link');
  await tab.paste();
  await wallet.press('button', 'Open link');
}

const RUSSIAN = { copy: 'Скопировать ссылку', copied: 'Ссылка скопирована' };
const ENGLISH = { copy: 'Copy link', copied: 'Link Copied' };

test('a user connects by the copied link, reloads, and disconnects', async ({
  tab,
  site,
  visitor,
}) => {
  const app = await openStand(tab, site, { size: 'desktop', ext: 'off' });
  await app.press('button', CONNECT);
  await app.sees('dialog', 'Подключите кошелёк TON');
  await takeLink(tab, app, RUSSIAN, visitor);
  await visitor.press('button', 'Approve');
  await app.sees('button', ACCOUNT);
  await app.misses('dialog', /./);

  await tab.reload();
  await app.sees('button', ACCOUNT);

  await app.press('button', ACCOUNT);
  await app.press('menuitem', 'Отключить');
  await app.sees('button', CONNECT);
  await visitor.misses('button', 'Disconnect');
});

test('a refusal in the wallet shows a message and connects nothing', async ({
  tab,
  site,
  visitor,
}) => {
  const app = await openStand(tab, site, { size: 'desktop', ext: 'off' });
  await app.press('button', CONNECT);
  await takeLink(tab, app, RUSSIAN, visitor);
  await visitor.press('button', 'Decline');
  await app.reads('Подключение отклонено');
  await app.misses('button', ACCOUNT);
});

test('the wallet connects as an extension and is restored after a reload', async ({
  tab,
  site,
  visitor,
}) => {
  const app = await openStand(tab, site, { size: 'desktop', ext: 'on' });
  await app.press('button', CONNECT);
  await app.press('button', /^Dev Wallet/);
  await visitor.press('button', 'Approve');
  await app.sees('button', ACCOUNT);
  await tab.reload();
  await app.sees('button', ACCOUNT);
  await visitor.press('button', 'Disconnect');
  await app.sees('button', CONNECT);
});

test('one transaction is approved, another declined', async ({
  engine,
  tab,
  site,
  visitor: dapp,
}) => {
  await tab.goto(`${site.origin}/stand/dapp/`);
  await dapp.press('button', 'Connect wallet');
  const walletTab = await engine.open();
  const wallet = new Visitor(walletTab);
  await walletTab.goto(`${site.origin}/stand/wallet/`);
  await tab.front();
  await dapp.press('button', ENGLISH.copy);
  await dapp.reads(ENGLISH.copied);
  await walletTab.front();
  await wallet.press('textbox', 'Connection link');
  await walletTab.paste();
  await wallet.press('button', 'Open link');
  await wallet.press('button', 'Approve');
  await tab.front();
  await dapp.sees('button', ACCOUNT);

  await dapp.press('button', 'Transfer');
  await dapp.press('button', 'Send to the wallet');
  await walletTab.front();
  await wallet.press('button', 'Approve');
  await tab.front();
  await dapp.reads('"boc"');

  await dapp.press('button', 'Send to the wallet');
  await walletTab.front();
  await wallet.press('button', 'Decline');
  await tab.front();
  await dapp.reads('Transaction cancelled');
});

/* The sandbox frames the app as Telegram Web A does, and its `frame-src` allows only this machine. */

test('a transaction opens the wallet that was connected by its link, and the framed page stays', async ({
  tab,
  site,
  visitor,
}) => {
  const app = await openStand(tab, site, { size: '390', ext: 'off' });
  await app.press('button', CONNECT);
  await app.press('button', /^Tonkeeper/);
  await visitor.press('button', 'Continue in the dev wallet');
  await visitor.press('button', 'Approve');
  await app.sees('button', ACCOUNT);

  await visitor.press('button', 'Make requests in the phone');
  await app.press('button', 'Transfer');
  await app.press('button', 'Send to the wallet');
  await app.sees('dialog', /./);
  await visitor.press('button', 'Approve');
  await app.reads('"boc"');
});

test('a custom-scheme link opens from a frame, and the framed page stays', async ({
  tab,
  site,
  visitor,
}) => {
  const app = await openStand(tab, site, { size: '390', ext: 'off' });
  await app.press('button', CONNECT);
  await app.press('tab', 'QR-код');
  await app.press('button', 'Открыть ссылку');
  await tab.front();
  await app.press('button', 'Закрыть');
  await app.misses('dialog', /./);
  await app.sees('button', CONNECT);
  await visitor.sees('button', 'Reload');
});

test("Telegram's Back and the browser's Back go one page at a time", async ({
  tab,
  site,
  visitor,
}) => {
  const app = await openStand(tab, site, { size: '390' });
  await app.press('link', 'О нас');
  await app.sees('heading', 'О нас');
  await app.press('link', 'Колесо фортуны');
  await app.sees('heading', 'Крутись, колесо');
  await visitor.press('button', 'Back');
  await app.sees('heading', 'О нас');
  // The step belongs to a frame, and drivers do not wait for those.
  await tab.run(() => history.back());
  await app.sees('heading', 'Торговый блок');
});

test('the wallet dialog works by keyboard: Enter opens it, Escape closes it and restores the focus', async ({
  tab,
  site,
  visitor,
}) => {
  await tab.goto(`${site.origin}/stand/dapp/`);
  await visitor.sees('button', 'Connect wallet');
  for (
    let presses = 0;
    presses < 40 && !(await visitor.isFocused('button', 'Connect wallet'));
    presses++
  ) {
    await tab.key('Tab');
  }
  await visitor.focuses('button', 'Connect wallet');
  await tab.key('Enter');
  await visitor.focuses('heading', 'Connect your TON wallet');
  await tab.key('Escape');
  await visitor.misses('dialog', 'Connect your TON wallet');
  await visitor.focuses('button', 'Connect wallet');
  expect(await tab.run(() => document.activeElement?.textContent)).toContain('Connect');
});
