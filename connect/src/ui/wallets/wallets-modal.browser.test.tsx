import { UserRejectsError } from '@prichal/sdk';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { prefers } from '../../testing/finger.js';
import { pressesTaken } from '../../testing/presses-taken.js';
import { renderWidget } from '../../testing/render-widget.js';
import {
  remoteWallet,
  type ScriptedConnector,
  scriptedConnector,
  walletOf,
} from '../../testing/scripted-connector.js';
import { until } from '../../testing/until.js';

const named = (name: string | RegExp) => page.getByRole('button', { name });
const tab = (name: string) => page.getByRole('tab', { name });
const telegram = () =>
  remoteWallet('Wallet', {
    appName: 'telegram-wallet',
    universalLink: 'https://t.me/wallet?attach=wallet',
  } as never);
const many = () => [...Array.from({ length: 9 }, (_, i) => remoteWallet(`Wallet${i}`)), telegram()];

const travel = () => document.querySelector<HTMLElement>('[data-travel]')?.dataset.travel;

async function open(connector: ScriptedConnector, options = {}) {
  const widget = await renderWidget({ connector, ...options });
  await named('Connect wallet').click();
  await expect.element(page.getByRole('dialog')).toBeVisible();
  return widget;
}

beforeEach(async () => {
  localStorage.clear();
  await page.viewport(1280, 800);
});
afterEach(() => {
  vi.restoreAllMocks();
  delete (window as { alphaKey?: unknown }).alphaKey;
});

describe('on a desktop', () => {
  it('shows one code for the first wallets, three tiles and a folder', async () => {
    const { connector } = await open(scriptedConnector(many()));
    await expect.element(named('Wallet in Telegram')).toBeVisible();
    const tiles = page.getByRole('dialog').getByRole('button', { name: /^Wallet/ });
    expect(tiles.elements()).toHaveLength(3);
    await until(() => connector.connects.length > 0);
    expect(connector.connects).toHaveLength(1);
    expect(connector.connects[0]?.source).toHaveLength(5);
    await expect.element(named('View all wallets')).toBeVisible();
  });

  it('goes to a wallet and back without a new request, and restores the focus', async () => {
    const { connector } = await open(scriptedConnector(many()));
    await until(() => connector.connects.length > 0);
    await named('Wallet0').click();
    await expect.element(page.getByRole('heading', { name: 'Wallet0' })).toHaveFocus();
    await expect.element(named('QR code: copy its link')).toBeVisible();
    await named('Back').click();
    await expect.element(named('Wallet0')).toHaveFocus();
    expect(connector.connects).toHaveLength(1);
  });

  it.each([
    ['a wallet', 'Wallet0'],
    ['all wallets', 'View all wallets'],
  ])('slides back from %s, also after another render', async (_, name) => {
    const { connector } = await open(scriptedConnector(many()));
    await until(() => connector.connects.length > 0);
    // The first screen enters with the sheet.
    expect(travel()).toBeUndefined();
    await named(name).click();
    await expect.element(named('Back')).toBeVisible();
    expect(travel()).toBe('forward');
    await pressesTaken();
    await named('Back').click();
    await expect.element(named(name)).toHaveFocus();
    // The state changes, which renders the sheet again.
    connector.refuse(new UserRejectsError());
    await expect.element(page.getByRole('alert')).toBeVisible();
    expect(travel()).toBe('back');
  });

  it('lists all wallets, and connects one that the code was not for', async () => {
    const { connector } = await open(scriptedConnector(many()));
    await named('View all wallets').click();
    await expect.element(page.getByRole('heading', { name: 'Wallets' })).toHaveFocus();
    await named('Wallet8').click();
    await until(() => connector.connects.length === 2);
    expect(connector.connects[1]?.source).toEqual([
      { bridgeUrl: 'https://bridge.wallet8.example' },
    ]);
  });

  it('shows a rejection, and retries in the same way', async () => {
    const { connector } = await open(scriptedConnector(many()));
    await named('Wallet0').click();
    // The previous screen has a code too. Before a request is sent, there is nothing to reject.
    await expect.element(page.getByRole('heading', { name: 'Wallet0' })).toHaveFocus();
    await expect.element(named('QR code: copy its link')).toBeEnabled();
    connector.refuse(new UserRejectsError());
    await expect.element(page.getByRole('alert').getByText('Connection declined')).toBeVisible();
    const asked = connector.connects.length;
    await named('Retry').click();
    await expect.element(named('QR code: copy its link')).toBeVisible();
    expect(connector.connects).toHaveLength(asked + 1);
  });

  it("sends an installed wallet's extension a request at once", async () => {
    (window as { alphaKey?: unknown }).alphaKey = { tonconnect: {} };
    const installed = {
      ...remoteWallet('Alpha'),
      jsBridgeKey: 'alphaKey',
      injected: true,
      embedded: false,
    };
    const { connector } = await open(scriptedConnector([remoteWallet('Beta'), installed]));
    await expect.element(named('Alpha Installed')).toBeVisible();
    await named('Alpha Installed').click();
    await expect.element(page.getByText('Continue in the Alpha browser extension…')).toBeVisible();
    expect(connector.connects.at(-1)?.source).toEqual({ jsBridgeKey: 'alphaKey' });
    expect(connector.connects.filter(({ source }) => 'jsBridgeKey' in source)).toHaveLength(1);
    connector.answer({ ...walletOf('alpha'), provider: 'injected' });
    await expect.element(named(/^Wallet UQCD/)).toBeVisible();
    expect(JSON.parse(localStorage.getItem('ton-connect-ui_wallet-info') ?? '{}').openMethod).toBe(
      'extension',
    );
  });

  it('dims a wallet that lacks a required feature, and says so at a press', async () => {
    const plain = remoteWallet('Plain', { features: [] });
    await open(scriptedConnector([...many(), plain]), {
      walletsRequiredFeatures: { sendTransaction: { minMessages: 1 } },
    });
    await named('View all wallets').click();
    await expect.element(named('Plain')).toHaveAttribute('aria-disabled', 'true');
    const look = () => {
      const { opacity, color } = getComputedStyle(named('Plain').element());
      return { opacity, color };
    };
    expect(look().opacity).toBe('0.4');
    // High Contrast has a separate colour for this.
    await prefers({ 'forced-colors': 'active' });
    const grey = document.createElement('i');
    grey.style.color = 'GrayText';
    document.body.append(grey);
    expect(look()).toEqual({ opacity: '1', color: getComputedStyle(grey).color });
    grey.remove();
    await prefers({});
    const words = page.getByText('The wallets below don’t support all features of this app');
    expect(getComputedStyle(words.element()).textAlign).toBe('center');
    await pressesTaken();
    await named('Plain').click({ force: true });
    await expect
      .element(page.getByText("Plain doesn't support connected service").first())
      .toBeVisible();
    expect(document.querySelector('dialog [role="status"]')?.textContent).toBe(
      "Plain doesn't support connected service",
    );
  });

  it('explains what a wallet is', async () => {
    await open(scriptedConnector(many()));
    await named('What is a wallet').click();
    await expect.element(page.getByRole('heading', { name: 'What is a wallet' })).toHaveFocus();
    const out = page.getByRole('link', { name: 'Get a wallet' });
    // It leads to another site, and shows that.
    expect(out.element().lastElementChild?.matches('svg[aria-hidden=true]')).toBe(true);
    await expect
      .element(out)
      .toHaveAttribute(
        'href',
        expect.stringMatching(
          /^https:\/\/ton\.org\/wallets\?filters\[wallet_features\]\[slug\]\[\$in\]=dapp-auth&/,
        ),
      );
  });

  it('shows skeletons while the list loads', async () => {
    const connector = scriptedConnector(many());
    let arrive = (): void => undefined;
    const later = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    const list = await connector.getWallets();
    connector.getWallets = () => later.then(() => list);
    await open(connector);
    await expect
      .element(page.getByRole('img', { name: 'The QR code is being prepared' }))
      .toBeVisible();
    expect(connector.connects).toHaveLength(0);
    arrive();
    await expect.element(named('QR code: copy its link')).toBeVisible();
  });

  it('waits for tonProof', async () => {
    const connector = scriptedConnector(many());
    const { Ask, give } = await import('../../testing/ask-for-proof.js');
    await open(connector, { children: <Ask /> });
    await expect
      .element(page.getByRole('img', { name: 'The QR code is being prepared' }))
      .toBeVisible();
    expect(connector.connects).toHaveLength(0);
    give('payload');
    await until(() => connector.connects.length === 1);
    expect(connector.connects[0]?.tonProof).toBe('payload');
  });
});

describe('on a phone', () => {
  beforeEach(() => page.viewport(390, 844));

  it('opens no stream before a wallet is picked', async () => {
    const { connector } = await open(scriptedConnector(many()));
    await expect.element(named('Open Wallet in Telegram')).toBeVisible();
    await expect.element(named('View all wallets')).toBeVisible();
    expect(
      page
        .getByRole('dialog')
        .getByRole('button', { name: /^Wallet\d/ })
        .elements(),
    ).toHaveLength(3);
    expect(connector.connects).toHaveLength(0);
  });

  it('opens the wallet inside the press', async () => {
    const opened = vi.spyOn(window, 'open').mockReturnValue({ opener: null } as Window);
    const { connector } = await open(scriptedConnector(many()));
    await expect.element(named('Wallet0')).toBeVisible();
    named('Wallet0')
      .element()
      .dispatchEvent(new MouseEvent('click', { bubbles: true }));
    expect(opened).toHaveBeenCalledTimes(1);
    expect(opened.mock.calls[0]?.[0]).toMatch(
      /^https:\/\/wallet0\.example\/connect\?v=2&id=0+1&.*&ret=/,
    );
    await expect.element(page.getByText('Continue in Wallet0…')).toBeVisible();
    await named('Open Wallet0 again').click();
    expect(opened).toHaveBeenCalledTimes(2);
    expect(connector.connects).toHaveLength(1);
    connector.answer(walletOf('wallet0'));
    await expect.element(named(/^Wallet UQCD/)).toBeVisible();
    expect(JSON.parse(localStorage.getItem('ton-connect-ui_wallet-info') ?? '{}')).toMatchObject({
      name: 'Wallet0',
      openMethod: 'universal-link',
    });
  });

  it('opens a wallet in Telegram by its start parameter', async () => {
    const opened = vi.spyOn(window, 'open').mockReturnValue({ opener: null } as Window);
    await open(scriptedConnector(many()));
    await named('Open Wallet in Telegram').click();
    expect(opened.mock.calls[0]?.[0]).toMatch(
      /^https:\/\/t\.me\/wallet\/start\?startapp=tonconnect-v__2-id__/,
    );
  });

  it('reports that the browser blocked the wallet’s page', async () => {
    vi.spyOn(window, 'open').mockReturnValue(null);
    await open(scriptedConnector(many()));
    await named('Wallet0').click();
    await expect.element(named('Open Wallet0')).toBeEnabled();
    expect(page.getByText('Continue in Wallet0…').query()).toBeNull();
  });

  it('shows a rejection, and offers to retry and to show the code', async () => {
    vi.spyOn(window, 'open').mockReturnValue({ opener: null } as Window);
    const { connector } = await open(scriptedConnector(many()));
    await named('Wallet0').click();
    await until(() => connector.connects.length === 1);
    connector.refuse(new UserRejectsError());
    await expect.element(page.getByRole('alert').getByText('Connection declined')).toBeVisible();
    await named('Retry').click();
    await expect.element(page.getByText('Continue in Wallet0…')).toBeVisible();
    expect(connector.connects).toHaveLength(2);
    await named('Show QR Code').click();
    await expect.element(named('QR code: copy its link')).toBeVisible();
    expect(connector.connects).toHaveLength(2);
  });

  it('shows a code for a wallet on another phone', async () => {
    const { connector } = await open(scriptedConnector(many()));
    await tab('QR code').click();
    await expect.element(named('QR code: copy its link')).toBeVisible();
    expect(connector.connects).toHaveLength(1);
    await expect.element(named('Open link')).toBeVisible();
  });

  it('shows few wallets without a folder', async () => {
    await open(scriptedConnector([remoteWallet('Alpha'), remoteWallet('Beta')]));
    await expect.element(named('Beta')).toBeVisible();
    expect(named('View all wallets').query()).toBeNull();
  });
});
