import { UserRejectsError, type WalletInfo } from '@prichal/sdk';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import {
  UserRejectsError as Declined,
  WalletMissingRequiredFeaturesError,
  WalletWrongNetworkError,
} from '../../core/errors/wallet-errors.js';
import { useTonConnectUI, useTonWallet } from '../../react/hooks.js';
import { TonConnectButton } from '../../react/TonConnectButton.js';
import { renderWidget } from '../../testing/render-widget.js';
import { remoteWallet, scriptedConnector, walletOf } from '../../testing/scripted-connector.js';
import { until } from '../../testing/until.js';

const named = (name: string | RegExp) => page.getByRole('button', { name });
const tab = (name: string) => page.getByRole('tab', { name });
const alert = page.getByRole('alert');
const code = () => named('QR code: copy its link');
const page_ = (wallet: string) => page.getByRole('heading', { name: wallet });

const UPDATE =
  'Please update Anchor, your version does not support required features for this dApp';

const full = (name: string, more: Partial<WalletInfo> = {}): WalletInfo =>
  ({
    ...remoteWallet(name),
    // A custom scheme would navigate the test's page away.
    deepLink: 'https://program.example/tc',
    jsBridgeKey: `${name.toLowerCase()}Key`,
    injected: false,
    embedded: false,
    platforms: ['ios', 'android', 'chrome', 'macos'],
    ...more,
  }) as WalletInfo;
const extensionOnly = (name: string): WalletInfo => {
  const {
    bridgeUrl: _,
    universalLink: __,
    ...rest
  } = full(name) as unknown as Record<string, unknown>;
  return { ...rest, platforms: ['chrome'] } as never;
};

const Single = ({ name }: { name: string }) => {
  const [ui] = useTonConnectUI();
  return (
    <button type="button" onClick={() => void ui.openSingleWalletModal(name)}>
      Open one
    </button>
  );
};

async function open(wallets: WalletInfo[], options = {}) {
  const connector = scriptedConnector(wallets);
  const heard = vi.spyOn(connector, 'onStatusChange');
  const widget = await renderWidget({ connector, ...options });
  await named('Connect wallet').click();
  await expect.element(page.getByRole('dialog')).toBeVisible();
  // A press opens a wallet only if its link can be made.
  await until(() => heard.mock.calls.length > 0);
  return widget;
}

/** Goes to a wallet's screen. The previous screen may also have a code, and a button with that name. */
async function pick(tile: string | RegExp, wallet = 'Anchor'): Promise<void> {
  await named(tile).click();
  await expect.element(page_(wallet)).toHaveFocus();
}

/** Opens one wallet's screen directly, without a previous screen. */
async function openSingle(wallets: WalletInfo[], name: string, options = {}) {
  const children = (
    <>
      <TonConnectButton />
      <Single name={name} />
    </>
  );
  const connector = scriptedConnector(wallets);
  const widget = await renderWidget({ connector, children, ...options });
  await named('Open one').click();
  await expect.element(page_(wallets[0]?.name ?? name)).toHaveFocus();
  return widget;
}

beforeEach(async () => {
  localStorage.clear();
  await page.viewport(1280, 800);
});
afterEach(() => {
  vi.restoreAllMocks();
  delete (window as { anchorKey?: unknown }).anchorKey;
});

describe('the ways to a wallet on a desktop', () => {
  it('are tabs with one request: its phone app, its extension, its program', async () => {
    const { connector } = await open([full('Anchor'), remoteWallet('Buoy')]);
    await pick('Anchor');
    await expect.element(tab('Mobile')).toHaveAttribute('aria-selected', 'true');
    await expect.element(code()).toBeEnabled();
    await tab('Extension').click();
    await expect
      .element(page.getByText('You don’t seem to have the Anchor browser extension'))
      .toBeVisible();
    await expect
      .element(page.getByRole('link', { name: 'Get Anchor' }))
      .toHaveAttribute('href', 'https://anchor.example/about');
    await tab('Desktop').click();
    await expect.element(named('Open Anchor')).toBeEnabled();
    await tab('Mobile').click();
    await expect.element(code()).toBeEnabled();
    expect(connector.connects).toHaveLength(1);
  });

  it('control their panel; keys move between them without selecting', async () => {
    await open([full('Anchor')]);
    await pick('Anchor');
    const tabs = ['Mobile', 'Extension', 'Desktop'];
    const panel = page.getByRole('tabpanel');
    for (const name of tabs) {
      await tab(name).click();
      await expect.element(panel).toHaveAccessibleName(name);
      const { id } = panel.element();
      for (const each of tabs) await expect.element(tab(each)).toHaveAttribute('aria-controls', id);
    }
    await expect.element(panel.getByRole('button', { name: 'Open Anchor' })).toBeVisible();
    for (const [key, name] of [
      ['Home', 'Mobile'],
      ['ArrowRight', 'Extension'],
      ['End', 'Desktop'],
      ['ArrowRight', 'Mobile'],
      ['ArrowLeft', 'Desktop'],
      ['Home', 'Mobile'],
    ] as const) {
      await userEvent.keyboard(`{${key}}`);
      await expect.element(tab(name)).toHaveFocus();
      await expect.element(tab('Desktop')).toHaveAttribute('aria-selected', 'true');
    }
    await userEvent.keyboard('{Enter}');
    await expect.element(tab('Mobile')).toHaveAttribute('aria-selected', 'true');
    await expect.element(panel).toHaveAccessibleName('Mobile');
    expect(tabs.map((name) => (tab(name).element() as HTMLElement).tabIndex)).toEqual([0, -1, -1]);
  });

  it('open the program by its scheme inside the press, and its page if that fails', async () => {
    const opened = vi.spyOn(window, 'open').mockReturnValue({ opener: null } as Window);
    await open([full('Anchor')]);
    await pick('Anchor');
    await tab('Desktop').click();
    await named('Open Anchor').click();
    await expect.element(page.getByText('Continue in Anchor on desktop…')).toBeVisible();
    await named('Open Anchor again').click();
    expect(opened.mock.calls.map(([url]) => new URL(String(url)).host)).toEqual([
      'program.example',
      'anchor.example',
    ]);
  });

  it('stay selected when a connection fails: Retry uses the same way', async () => {
    vi.spyOn(window, 'open').mockReturnValue({ opener: null } as Window);
    const { connector } = await open([full('Anchor')]);
    await pick('Anchor');
    for (const [way, ready] of [
      ['Mobile', code],
      ['Desktop', () => named('Open Anchor')],
    ] as const) {
      await tab(way).click();
      // Before a request is sent, there is nothing to reject.
      await expect.element(ready()).toBeEnabled();
      const asked = connector.connects.length;
      connector.refuse(new UserRejectsError());
      await expect.element(alert.getByText('Connection declined')).toBeVisible();
      await named('Retry').click();
      await expect.poll(() => alert.query()).toBeNull();
      await expect.element(tab(way)).toHaveAttribute('aria-selected', 'true');
      await expect.poll(() => connector.connects.length).toBe(asked + 1);
    }
  });

  it('send an installed wallet a request at once and on Retry, and keep a tab for the code', async () => {
    (window as { anchorKey?: unknown }).anchorKey = { tonconnect: {} };
    const { connector } = await open([full('Anchor', { injected: true } as never)]);
    await pick('Anchor Installed');
    await expect.element(tab('Extension')).toHaveAttribute('aria-selected', 'true');
    const byExtension = () => connector.connects.filter(({ source }) => 'jsBridgeKey' in source);
    await until(() => byExtension().length === 1);
    connector.refuse(new UserRejectsError());
    await expect.element(alert.getByText('Connection declined')).toBeVisible();
    await named('Retry').click();
    await until(() => byExtension().length === 2);
    expect(byExtension().map(({ signal }) => signal.aborted)).toEqual([true, false]);
    await tab('Mobile').click();
    await expect.element(code()).toBeEnabled();
    await tab('Extension').click();
    await until(() => byExtension().length === 3);
  });
});

describe('the wallet that connects', () => {
  const HowOpened = () => {
    const wallet = useTonWallet();
    return <output>{wallet && 'openMethod' in wallet ? wallet.openMethod : null}</output>;
  };
  const program = async (): Promise<void> => {
    await tab('Desktop').click();
    await named('Open Anchor').click();
    await expect.element(named('Open Anchor again')).toBeVisible();
  };

  it.each<[method: string, way: () => Promise<void>, more?: object]>([
    ['qrcode', async () => undefined],
    ['custom-deeplink', program],
    ['universal-link', () => program().then(() => named('Open Anchor again').click())],
    ['extension', async () => undefined, { injected: true }],
  ])('reports the way in which it was opened: %s', async (method, way, more) => {
    vi.spyOn(window, 'open').mockReturnValue({ opener: null } as Window);
    const children = (
      <>
        <TonConnectButton />
        <HowOpened />
      </>
    );
    const { connector } = await open([full('Anchor', more)], { children });
    await pick(/^Anchor/);
    await until(() => connector.connects.length > 0);
    await way();
    connector.answer({ ...walletOf('anchor'), provider: more ? 'injected' : 'http' } as never);
    await expect.element(page.getByText(method, { exact: true })).toBeInTheDocument();
  });
});

describe('failures', () => {
  it.each([
    [new Declined('no'), 'Connection declined'],
    [new WalletWrongNetworkError('no'), 'Switch the network in Anchor and try again'],
  ])('are explained in a sentence: %s', async (error, text) => {
    const { connector } = await open([full('Anchor')]);
    await pick('Anchor');
    await expect.element(code()).toBeEnabled();
    connector.refuse(error);
    await expect.element(alert.getByText(text)).toBeVisible();
    await expect.element(named('Retry')).toBeVisible();
  });

  it('offer a retry and an update if features are missing', async () => {
    const { connector } = await open([full('Anchor')]);
    await pick('Anchor');
    await expect.element(code()).toBeEnabled();
    connector.refuse(new WalletMissingRequiredFeaturesError('no'));
    await expect.element(alert.getByText(UPDATE)).toBeVisible();
    await expect.element(named('Retry')).toBeVisible();
    await expect
      .element(page.getByRole('link', { name: 'Update Anchor' }))
      .toHaveAttribute('href', 'https://anchor.example/about');
  });

  it.each([
    ['anchor', UPDATE],
    ['nobody', 'Wallet not found'],
  ])('names the wallet that answered the code for any wallet (%s)', async (appName, text) => {
    const { connector } = await open([full('Anchor'), full('Buoy')]);
    await expect.element(code()).toBeEnabled();
    const connectEvent = { device: { appName } };
    connector.refuse(new WalletMissingRequiredFeaturesError('no', { cause: { connectEvent } }));
    await expect.element(alert.getByText(text)).toBeVisible();
    await named('Retry').click();
    await expect.poll(() => alert.query()).toBeNull();
    await expect.element(code()).toBeEnabled();
    expect(connector.connects).toHaveLength(2);
  });

  it('a wallet that lacks a required feature gets no request: another one is offered', async () => {
    const plain = full('Anchor', { features: [] });
    const { connector } = await openSingle([plain, full('Buoy')], 'anchor', {
      walletsRequiredFeatures: { sendTransaction: { minMessages: 1 } },
    });
    await expect
      .element(
        alert.getByText(
          "Anchor doesn't support the requested action. Please connect another wallet that supports it.",
        ),
      )
      .toBeVisible();
    expect(connector.connects).toHaveLength(0);
    await named('Choose Another Wallet').click();
    await expect.element(page_('Wallets')).toHaveFocus();
    await named('Back').click();
    await expect.element(named('Choose Another Wallet')).toHaveFocus();
  });
});

describe('a single wallet', () => {
  it.each([1280, 390])('has no back button, at %i px', async (width) => {
    await page.viewport(width, 844);
    await openSingle([full('Anchor'), full('Buoy')], 'ANCHOR');
    expect(named('Back').query()).toBeNull();
  });

  it('can be one that is an extension only', async () => {
    await openSingle([extensionOnly('Anchor')], 'anchor');
    await expect
      .element(page.getByText('You don’t seem to have the Anchor browser extension'))
      .toBeVisible();
    await expect.element(page.getByRole('link', { name: 'Get Anchor' })).toBeVisible();
    expect(page.getByRole('tab').query()).toBeNull();
  });

  it('gets a request at once if its extension is installed', async () => {
    (window as { anchorKey?: unknown }).anchorKey = { tonconnect: {} };
    const installed = { ...extensionOnly('Anchor'), injected: true } as WalletInfo;
    const { connector } = await openSingle([installed], 'anchor');
    await until(() => connector.connects.length > 0);
    expect(connector.connects.map(({ source }) => source)).toEqual([{ jsBridgeKey: 'anchorKey' }]);
  });

  it('waits on a phone for a press that opens it', async () => {
    await page.viewport(390, 844);
    const opened = vi.spyOn(window, 'open').mockReturnValue({ opener: null } as Window);
    await openSingle([full('Anchor')], 'anchor');
    await named('Open Anchor').click();
    expect(opened).toHaveBeenCalledTimes(1);
    await expect.element(page.getByText('Continue in Anchor…')).toBeVisible();
  });
});

describe('an unlisted wallet on the page', () => {
  it('has a tile, and connects', async () => {
    (window as { anchorKey?: unknown }).anchorKey = {
      tonconnect: {
        walletInfo: {
          ...{ name: 'Anchor', app_name: 'anchor', image: '', about_url: '' },
          ...{ platforms: ['chrome'], features: [] },
        },
      },
    };
    const { connector } = await open([full('Buoy')]);
    await named('Anchor Installed').click();
    await until(() => connector.connects.some(({ source }) => 'jsBridgeKey' in source));
    expect(connector.connects.at(-1)?.source).toEqual({ jsBridgeKey: 'anchorKey' });
    connector.answer({ ...walletOf('anchor'), provider: 'injected' });
    await expect.element(named(/^Wallet UQCD/)).toBeVisible();
    expect(JSON.parse(localStorage.getItem('ton-connect-ui_wallet-info') ?? '{}')).toMatchObject({
      name: 'Anchor',
      openMethod: 'extension',
    });
  });
});

describe('on a phone', () => {
  beforeEach(() => page.viewport(390, 844));

  it('a code stays after a rejection; the app is one press away', async () => {
    const opened = vi.spyOn(window, 'open').mockReturnValue({ opener: null } as Window);
    const { connector } = await open([full('Anchor'), full('Buoy')]);
    await pick('Anchor');
    await named('Show QR Code').click();
    await expect.element(code()).toBeEnabled();
    connector.refuse(new UserRejectsError());
    await expect.element(alert.getByText('Connection declined')).toBeVisible();
    await named('Retry').click();
    await expect.poll(() => alert.query()).toBeNull();
    await expect.element(code()).toBeEnabled();
    expect(opened).toHaveBeenCalledTimes(1);
    await named('Open Anchor').click();
    expect(opened).toHaveBeenCalledTimes(2);
    await expect.element(page.getByText('Continue in Anchor…')).toBeVisible();
    expect(connector.connects).toHaveLength(2);
  });
});
