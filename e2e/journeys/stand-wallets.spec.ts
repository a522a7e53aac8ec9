// The sandbox's main path for a new user: any wallet of the list can be chosen, and the dev wallet
// answers in its name.
import { copyLink } from '../fixtures/connect.ts';
import { askInPhone, openRequestMaker } from '../fixtures/request-maker.ts';
import type { Stand } from '../fixtures/stand.ts';
import { expect, test } from '../fixtures/test.ts';

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

test("every wallet of the served list uses this server's bridge", async ({ request, server }) => {
  const list = (await (await request.get(`${server.origin}/wallets-v2.json`)).json()) as {
    bridge: { type: string; url?: string }[];
  }[];
  const bridges = list.flatMap(({ bridge }) => bridge.flatMap(({ url }) => url ?? []));
  expect(bridges.length).toBeGreaterThan(20);
  expect([...new Set(bridges)]).toEqual([`${server.origin}/bridge`]);
});

test.describe('on a laptop, in the phone', () => {
  test.use({ viewport: { width: 1366, height: 768 } });

  for (const client of ['weba', 'webk']) {
    test(`the largest button connects (${client})`, async ({ openStand }) => {
      const stand = await openStand({ client });
      await stand.connectButton.click();
      await stand.sheet.getByRole('button', { name: /Открыть Кошелёк в.Telegram/ }).click();
      await stand.page.getByRole('button', { name: 'Continue in the dev wallet' }).click();
      await expect(stand.wallet.root.getByText('Answers as')).toBeVisible();
      await stand.wallet.approveButton.click();
      await expect(stand.accountButton).toBeVisible();
    });
  }

  test('a wallet with its own link connects under its own name', async ({ openStand }) => {
    const stand = await openStand({ ext: 'off' });
    await stand.connectButton.click();
    await stand.sheet.getByRole('button', { name: /Tonkeeper/ }).click();
    await stand.page.getByRole('button', { name: 'Continue in the dev wallet' }).click();
    await expect(stand.wallet.root.getByText('Tonkeeper', { exact: true })).toBeVisible();
    await stand.wallet.approveButton.click();
    await expect(stand.accountButton).toBeVisible();
    await expect(stand.wallet.root.getByText(/as Tonkeeper/)).toBeVisible();

    // Its requests arrive over the bridge, so its link does not cover the app.
    await openRequestMaker(stand);
    await askInPhone(stand, 'Transfer');
    await stand.wallet.approveButton.click();
    await expect(stand.app.getByRole('log').getByText(/^sendTransaction \d/)).toBeVisible();
    await expect(stand.page.getByText('The app opened a wallet')).toBeHidden();
    await expect(
      stand.wallet.root.getByText('Signed a transfer of 0.01 TON for Prichal'),
    ).toBeVisible();
  });
});

test.describe('on a phone, where one part is visible at a time', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  const connect = async (stand: Stand) => {
    await stand.connectButton.click();
    await stand.sheet.getByRole('button', { name: /Tonkeeper/ }).click();
    await stand.page.getByRole('button', { name: 'Continue in the dev wallet' }).click();
  };

  test('the wallet gets the focus, and the app has it after the answer', async ({ openStand }) => {
    const stand = await openStand({ ext: 'off' });
    await connect(stand);
    await expect(stand.wallet.root.getByRole('heading', { name: /^Dev wallet/ })).toBeFocused();
    await stand.wallet.approveButton.click();
    await expect(stand.accountButton).toBeVisible();
    // The app takes the focus from its part of the page when its dialog closes.
    const inApp = () => document.activeElement?.closest('[aria-label="Telegram client"]') != null;
    await expect.poll(() => stand.page.evaluate(inApp)).toBe(true);
  });

  test('the app stays visible if the wallet answers by itself', async ({ openStand }) => {
    const stand = await openStand({ ext: 'off' });
    const parts = stand.page.getByRole('navigation', { name: 'Parts of the sandbox' });
    await parts.getByRole('button', { name: 'Wallet' }).click();
    await stand.wallet.root.getByText('Behaviour').click();
    await stand.wallet.root.getByRole('combobox', { name: 'Requests' }).selectOption('approve');
    await parts.getByRole('button', { name: 'Mini app' }).click();
    await connect(stand);
    await expect(stand.accountButton).toBeVisible();
  });
});

test('a copied link connects', async ({ openStand }) => {
  const stand = await openStand({ size: 'desktop' });
  await stand.wallet.openLink(await copyLink(stand));
  await stand.wallet.approveButton.click();
  await expect(stand.accountButton).toBeVisible();
});
