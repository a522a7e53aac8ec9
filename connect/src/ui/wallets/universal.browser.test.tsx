import type { WalletInfo } from '@prichal/sdk';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderWidget } from '../../testing/render-widget.js';
import { remoteWallet, scriptedConnector } from '../../testing/scripted-connector.js';
import { until } from '../../testing/until.js';

const named = (name: string | RegExp) => page.getByRole('button', { name });
const tab = (name: string) => page.getByRole('tab', { name });
const telegram = remoteWallet('Wallet', {
  appName: 'telegram-wallet',
  universalLink: 'https://t.me/wallet?attach=wallet',
} as never);
const wallets = (count: number): WalletInfo[] =>
  Array.from({ length: count }, (_, i) => remoteWallet(`Quay${i}`));
const tiles = () =>
  page
    .getByRole('dialog')
    .getByRole('button', { name: /^Quay\d/ })
    .elements();

async function open(listed: WalletInfo[], options = {}) {
  const widget = await renderWidget({ connector: scriptedConnector(listed), ...options });
  await named('Connect wallet').click();
  await expect.element(page.getByRole('dialog')).toBeVisible();
  // The sheet focuses its title. After that, the test can move the focus.
  await expect.element(page.getByRole('dialog').getByRole('heading').first()).toHaveFocus();
  await still();
  return widget;
}

const still = (): Promise<unknown> =>
  until(() => document.getAnimations().every(({ playState }) => playState !== 'running'));
const topOf = (element: Element): number => element.getBoundingClientRect().top;

beforeEach(async () => {
  localStorage.clear();
  await page.viewport(390, 844);
});
afterEach(() => vi.restoreAllMocks());

describe('the tabs of a phone', () => {
  it.each([
    [440, 1],
    [441, 0],
  ])('are shown up to 440 px: at %i px %i', async (width, count) => {
    await page.viewport(width, 844);
    await open([telegram, ...wallets(9)]);
    await expect.element(page.getByRole('dialog').getByRole('heading').first()).toBeVisible();
    expect(page.getByRole('tablist').elements()).toHaveLength(count);
  });

  it('are two, with the wallets selected, and open no stream', async () => {
    const { connector } = await open([telegram, ...wallets(9)]);
    const bar = page.getByRole('tablist', { name: 'Connect your TON wallet' });
    await expect.element(bar).toBeVisible();
    expect(
      bar
        .getByRole('tab')
        .elements()
        .map(({ textContent }) => textContent),
    ).toEqual(['Wallets', 'QR code']);
    await expect.element(tab('Wallets')).toHaveAttribute('aria-selected', 'true');
    await expect.element(page.getByRole('tabpanel', { name: 'Wallets' })).toBeVisible();
    expect(page.getByRole('tabpanel', { name: 'QR code' }).query()).toBeNull();
    expect(connector.connects).toHaveLength(0);
  });

  it('open streams once when the code is selected, without a layout shift', async () => {
    const { connector } = await open([telegram, ...wallets(9)]);
    await expect.element(named('View all wallets')).toBeVisible();
    await still();
    const before = topOf(tab('QR code').element());
    await tab('QR code').click();
    await expect.element(named('QR code: copy its link')).toBeEnabled();
    await still();
    expect(topOf(tab('QR code').element())).toBe(before);
    expect(page.getByRole('tabpanel', { name: 'Wallets' }).query()).toBeNull();
    await tab('Wallets').click();
    await tab('QR code').click();
    expect(connector.connects).toHaveLength(1);
  });

  it('are one stop of the keyboard; arrows move, Enter chooses', async () => {
    const { connector } = await open([telegram, ...wallets(9)]);
    await expect.element(named('View all wallets')).toBeVisible();
    await still();
    (tab('Wallets').element() as HTMLElement).focus();
    await expect.element(tab('Wallets')).toHaveFocus();
    await userEvent.keyboard('{ArrowRight}');
    await expect.element(tab('QR code')).toHaveFocus();
    expect(connector.connects).toHaveLength(0);
    await userEvent.keyboard('{ArrowRight}');
    await expect.element(tab('Wallets')).toHaveFocus();
    await userEvent.keyboard('{ArrowLeft}{Enter}');
    await expect.element(tab('QR code')).toHaveAttribute('aria-selected', 'true');
    await expect.element(named('QR code: copy its link')).toBeVisible();
    await still();
    await userEvent.keyboard('{Shift>}{Tab}{/Shift}');
    await expect.element(named('Open link')).toHaveFocus();
  });

  it('are mirrored for right-to-left languages', async () => {
    await open([telegram, ...wallets(9)]);
    await expect.element(named('View all wallets')).toBeVisible();
    await still();
    (tab('Wallets').element() as HTMLElement).focus();
    await expect.element(tab('Wallets')).toHaveFocus();
    (page.getByRole('tablist').element() as HTMLElement).dir = 'rtl';
    await userEvent.keyboard('{ArrowLeft}');
    await expect.element(tab('QR code')).toHaveFocus();
  });
});

describe('the first screen', () => {
  it.each([
    [7, 7, false],
    [8, 3, true],
  ])('of a phone with %i wallets has %i tiles; a folder: %s', async (count, shown, folder) => {
    await open(wallets(count));
    await until(() => tiles().length === shown);
    expect(named('View all wallets').query() !== null).toBe(folder);
  });

  it('counts Wallet in Telegram among a phone’s wallets', async () => {
    await open([telegram, ...wallets(7)]);
    await expect.element(named('View all wallets')).toBeVisible();
    expect(tiles()).toHaveLength(3);
  });

  it.each([
    [3, 3, false],
    [4, 3, true],
  ])('of a desktop with %i wallets has %i tiles; a folder: %s', async (count, shown, folder) => {
    await page.viewport(1280, 800);
    await open(wallets(count));
    await until(() => tiles().length === shown);
    expect(named('View all wallets').query() !== null).toBe(folder);
  });

  it('has at most four more icons in the folder', async () => {
    await open(wallets(20));
    await expect.element(named('View all wallets')).toBeVisible();
    const folder = named('View all wallets').element().firstElementChild;
    expect(folder?.children).toHaveLength(4);
  });

  it('omits wallets that lack required features, and shows them in the folder', async () => {
    await page.viewport(1280, 800);
    const plain = { ...remoteWallet('Quay9'), features: [] };
    await open([plain, ...wallets(2)], {
      walletsRequiredFeatures: { sendTransaction: { minMessages: 1 } },
      walletsListConfiguration: { includeWallets: [remoteWallet('Extra')] },
    });
    await expect.element(named('Extra')).toBeVisible();
    expect(tiles()).toHaveLength(2);
    await named('View all wallets').click();
    await expect.element(named('Quay9')).toHaveAttribute('aria-disabled', 'true');
  });

  it('says which wallets the code is for, and where the others are', async () => {
    await page.viewport(1280, 800);
    await open([telegram, ...wallets(9)]);
    await expect
      .element(
        page.getByText(
          'This code is for Quay0, Quay1, Quay2, and Quay3. Choose any other wallet below.',
        ),
      )
      .toBeVisible();
  });

  it('sends one request per opening, whichever screens are shown', async () => {
    await page.viewport(1280, 800);
    const { connector } = await open([telegram, ...wallets(9)]);
    await until(() => connector.connects.length > 0);
    for (const name of ['What is a wallet', 'View all wallets']) {
      await named(name).click();
      await named('Back').click();
      await expect.element(named(name)).toHaveFocus();
    }
    expect(connector.connects).toHaveLength(1);
  });

  it('labels one wallet as recent, the installed and the popular', async () => {
    await page.viewport(1280, 800);
    localStorage.setItem('ton-connect-ui_preferred-wallet', 'quay1');
    (window as { anchorKey?: unknown }).anchorKey = { tonconnect: {} };
    const installed = { ...remoteWallet('Anchor'), jsBridgeKey: 'anchorKey', injected: true };
    await open([...wallets(3), remoteWallet('Tonkeeper'), installed as WalletInfo, telegram]);
    await expect.element(named('Wallet in Telegram')).toBeVisible();
    await expect.element(named('Quay1 Recent')).toBeVisible();
    await expect.element(named('Anchor Installed')).toBeVisible();
    await named('View all wallets').click();
    await expect.element(named('Tonkeeper Popular')).toBeVisible();
    delete (window as { anchorKey?: unknown }).anchorKey;
  });

  it.each([390, 1280])('has no layout shift when the list arrives, at %i px', async (width) => {
    await page.viewport(width, 844);
    const connector = scriptedConnector();
    let arrive = (_: WalletInfo[]): void => undefined;
    connector.getWallets = () =>
      new Promise((resolve) => {
        arrive = resolve;
      });
    await renderWidget({ connector });
    await named('Connect wallet').click();
    const title = page.getByRole('heading', { name: 'Connect your TON wallet' });
    await expect.element(title).toBeVisible();
    await still();
    const row = (): Element | null => document.querySelector('dialog [aria-busy]');
    const before = [topOf(title.element()), row()?.getBoundingClientRect().top];
    arrive([telegram, ...wallets(9)]);
    await expect.element(named('View all wallets')).toBeVisible();
    await still();
    expect([topOf(title.element()), row()?.getBoundingClientRect().top]).toEqual(before);
  });
});
