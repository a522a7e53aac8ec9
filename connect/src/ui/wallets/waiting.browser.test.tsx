import type { WalletInfo } from '@prichal/sdk';
import { UserRejectsError, WalletWrongNetworkError } from '@prichal/sdk';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { pressesTaken } from '../../testing/presses-taken.js';
import { renderWidget } from '../../testing/render-widget.js';
import { remoteWallet, scriptedConnector } from '../../testing/scripted-connector.js';

const named = (name: string | RegExp) => page.getByRole('button', { name });
const text = (words: string | RegExp) => page.getByText(words).first();
const telegram = remoteWallet('Wallet', {
  appName: 'telegram-wallet',
  universalLink: 'https://t.me/wallet?attach=wallet',
} as never);
const extension = (name: string): WalletInfo =>
  ({
    ...remoteWallet(name, { platforms: ['chrome', 'firefox', 'safari'] }),
    jsBridgeKey: `${name.toLowerCase()}Key`,
    injected: true,
    embedded: false,
  }) as unknown as WalletInfo;

async function open(listed: WalletInfo[], options = {}) {
  const connector = scriptedConnector(listed);
  await renderWidget({ connector, ...options });
  await named(/Connect wallet|Подключить/).click();
  await expect.element(page.getByRole('dialog').getByRole('heading').first()).toHaveFocus();
  return connector;
}

beforeEach(async () => {
  localStorage.clear();
  await page.viewport(1280, 800);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('an extension with a request', () => {
  it('gets one request; its silence and its rejection are shown', async () => {
    const connector = await open([extension('Anchor'), remoteWallet('Buoy')]);
    await expect.element(named(/^Anchor/)).toBeVisible();
    await pressesTaken();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    await named(/^Anchor/).click({ force: true });
    vi.advanceTimersByTime(1_000);
    await expect.element(text('Continue in the Anchor browser extension…')).toBeVisible();
    expect(document.querySelector('dialog [data-waits="true"]')).not.toBeNull();
    expect(named('Retry').query()).toBeNull();
    const asked = () => connector.connects.filter(({ source }) => 'jsBridgeKey' in source);
    await expect.poll(() => asked()).toHaveLength(1);
    vi.advanceTimersByTime(10_000);
    await expect.element(text(/^Waiting for Anchor\./)).toBeVisible();
    expect(named('Retry').query()).toBeNull();
    expect(asked()).toHaveLength(1);
    vi.useRealTimers();
    connector.refuse(new UserRejectsError());
    await expect.element(text('Connection declined')).toBeVisible();
    await named('Retry').click();
    await expect.poll(() => asked()).toHaveLength(2);
  });
});

describe('an unreachable bridge', () => {
  it('is reported with its wallet until it answers', async () => {
    const connector = await open([remoteWallet('Anchor'), remoteWallet('Buoy')]);
    await named(/^Anchor/).click();
    await expect.element(text(/^Scan the QR code below/)).toBeVisible();
    connector.lose(['https://bridge.anchor.example']);
    await expect.element(text(/^No connection to Anchor\. Trying again…/)).toBeVisible();
    await expect
      .poll(() => document.querySelector('dialog > [role="status"]')?.textContent)
      .toMatch(/^No connection/);
    connector.lose([]);
    await expect.element(text(/^Scan the QR code below/)).toBeVisible();
  });
});

it('a browser that opens nothing is reported', async () => {
  await page.viewport(390, 844);
  vi.spyOn(window, 'open').mockReturnValue(null);
  await open([remoteWallet('Anchor'), remoteWallet('Buoy')]);
  await expect.poll(() => document.querySelector('dialog [data-support]')).not.toBeNull();
  await named(/^Anchor/).click();
  await named('Open Anchor').click();
  await expect
    .element(text('The browser didn’t let Anchor open. Press the button below.'))
    .toBeVisible();
});

it("Telegram's wallet has one name, and nothing to install", async () => {
  await page.viewport(390, 844);
  vi.spyOn(window, 'open').mockReturnValue(window);
  await open([telegram, remoteWallet('Buoy')]);
  await named('Open Wallet in Telegram').click();
  await expect.element(page.getByRole('heading', { name: 'Wallet in Telegram' })).toBeVisible();
  await named(/^Open Wallet in Telegram/).click();
  await expect.element(text('Continue in Wallet in Telegram…')).toBeVisible();
  expect(page.getByRole('link').query()).toBeNull();
});

it.each([
  [new UserRejectsError(), 'Connection declined'],
  [
    new WalletWrongNetworkError('Wallet connected to a wrong network', {
      cause: { expectedChainId: '-3', actualChainId: '-239' },
    }),
    'Switch Anchor to the test network and try again',
  ],
  [
    new WalletWrongNetworkError('Wallet connected to a wrong network', {
      cause: { expectedChainId: '-239', actualChainId: '-3' },
    }),
    'Switch Anchor to the main network and try again',
  ],
])('a failure has one primary button, and tells the user what to do: %s', async (error, words) => {
  const connector = await open([remoteWallet('Anchor'), remoteWallet('Buoy')]);
  await named(/^Anchor/).click();
  // Before that, the other screen would show the rejection.
  await expect.element(page.getByRole('heading', { name: 'Anchor' })).toHaveFocus();
  await expect.poll(() => connector.connects.length).toBeGreaterThan(0);
  connector.refuse(error);
  await expect.element(text(words)).toBeVisible();
  await expect.element(named('Retry')).toHaveAttribute('data-kind', 'primary');
  expect(document.querySelectorAll('dialog [data-kind="primary"]')).toHaveLength(1);
});

it('a link that cannot be copied is reported, and shown selected', async () => {
  await open([remoteWallet('Anchor'), remoteWallet('Buoy')]);
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('denied'));
  vi.spyOn(document, 'execCommand').mockReturnValue(false);
  vi.spyOn(console, 'warn').mockReturnValue();
  await named('Copy link').click();
  await expect.element(named('Couldn’t copy')).toBeVisible();
  await expect.poll(() => getSelection()?.toString()).toMatch(/^tc:\/\//);
});

describe('the tabs of a phone in Russian', () => {
  it.each([320, 360, 390])('stay where they are, at %i px', async (width) => {
    await page.viewport(width, 844);
    const connector = await open(
      [
        telegram,
        ...['Tonkeeper', 'MyTonWallet', 'Tonhub', 'Bitget'].map((name) => remoteWallet(name)),
      ],
      {
        language: 'ru',
      },
    );
    const code = page.getByRole('tab', { name: 'QR-код' });
    await expect.element(named(/^Tonkeeper/)).toBeVisible();
    await expect
      .poll(() => document.getAnimations().some(({ playState }) => playState === 'running'))
      .toBe(false);
    const before = code.element().getBoundingClientRect().top;
    expect(connector.connects).toHaveLength(0);
    await code.click();
    await expect.poll(() => connector.connects).toHaveLength(1);
    await expect.element(named('Скопировать ссылку')).toBeEnabled();
    await expect
      .poll(() => document.getAnimations().some(({ playState }) => playState === 'running'))
      .toBe(false);
    expect(code.element().getBoundingClientRect().top).toBe(before);
  });
});

describe('the list of wallets by keyboard', () => {
  const names = Array.from({ length: 20 }, (_, i) => `Quay${String.fromCharCode(65 + i)}`);

  it('is one stop of Tab; arrows, Home and End move between tiles', async () => {
    await open(names.map((name) => remoteWallet(name)));
    await named('View all wallets').click();
    const tiles = () => [...document.querySelectorAll<HTMLElement>('dialog [data-support]')];
    await expect.poll(() => tiles()).toHaveLength(20);
    expect(tiles().filter(({ tabIndex }) => tabIndex === 0)).toHaveLength(1);
    tiles()[0]?.focus();
    const columns = tiles().filter(({ offsetTop }) => offsetTop === tiles()[0]?.offsetTop).length;
    const goTo = async (key: string, at: number) => {
      await userEvent.keyboard(`{${key}}`);
      await expect.poll(() => document.activeElement).toBe(tiles().at(at));
    };
    await goTo('ArrowRight', 1);
    await goTo('ArrowDown', 1 + columns);
    await goTo('ArrowUp', 1);
    await goTo('ArrowLeft', 0);
    await goTo('End', -1);
    await goTo('Home', 0);
    await goTo('ArrowRight', 1);
    expect(
      tiles()
        .map(({ tabIndex }) => tabIndex)
        .indexOf(0),
    ).toBe(1);
    await userEvent.keyboard('f');
    await expect.element(page.getByRole('searchbox')).toHaveValue('f');
    await userEvent.keyboard('{ArrowDown}');
    await expect.poll(() => document.activeElement).toBe(tiles()[0]);
  });

  it('moves to the tile of a typed letter if there is no search', async () => {
    await open(['Anchor', 'Buoy', 'Cable', 'Dock', 'Eddy'].map((name) => remoteWallet(name)));
    await named('View all wallets').click();
    await expect.element(named('Eddy')).toBeVisible();
    (named('Anchor').element() as HTMLElement).focus();
    await userEvent.keyboard('d');
    await expect.element(named('Dock')).toHaveFocus();
  });
});
