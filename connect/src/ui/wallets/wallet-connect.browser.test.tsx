import * as telegram from '@prichal/telegram';
import { StrictMode } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { TonConnectUIError } from '../../core/errors/base-errors.js';
import { UserRejectsError } from '../../core/errors/wallet-errors.js';
import { SESSION_KEY } from '../../core/storage.js';
import { TonConnectButton } from '../../react/TonConnectButton.js';
import { TonConnectUIProvider } from '../../react/TonConnectUIProvider.js';
import { TonConnectUI } from '../../react/ton-connect-ui.js';
import { initializeWalletConnect } from '../../sdk.js';
import { scriptedStreams } from '../../testing/bridge-streams.js';
import { ADDRESS } from '../../testing/scripted-connector.js';
import { served, serveList } from '../../testing/served-list.js';
import { UniversalConnector } from '../../testing/universal-connector.js';
import { until } from '../../testing/until.js';

/*
 * The SDK itself, with a class that replaces WalletConnect's. It can be set up once per page, so all tests
 * here have it.
 */
vi.mock('@prichal/telegram', { spy: true });

initializeWalletConnect(UniversalConnector, {
  projectId: 'f'.repeat(32),
  metadata: { name: 'App', icons: [], url: 'https://app.example', description: '' },
});

const entry = (name: string): object =>
  served(name, {
    features: [
      { name: 'SendTransaction', maxMessages: 255 },
      ...(name === 'Anchor' ? [] : [{ name: 'SignData', types: ['text'] }]),
    ],
  });
const NAMES = ['Anchor', 'Buoy', 'Compass', ...Array.from({ length: 10 }, (_, i) => `Quay${i}`)];
let listed = NAMES;
let widgets = 0;

const named = (name: string) => page.getByRole('button', { name, exact: true });
const tile = named('WalletConnect');
const sheet = () => document.querySelector('dialog[open]');
const tiles = (): (string | undefined)[] =>
  [...document.querySelectorAll('dialog [data-support] [data-lines]')].map(({ textContent }) =>
    textContent?.replaceAll('\u200b', ''),
  );
const connected = page.getByRole('button', { name: 'Wallet UQCD…qEBI' });

let ui: TonConnectUI;
const seen: { type: string; trace_id?: string }[] = [];
const hear = (event: Event): void => void seen.push((event as CustomEvent).detail);
const HEARD = ['started', 'completed', 'error'].map((what) => `ton-connect-ui-connection-${what}`);
const unhandled = vi.fn();

async function show(options: object = {}): Promise<void> {
  widgets += 1;
  ui = new TonConnectUI({
    manifestUrl: 'https://app.example/m.json',
    // A list is kept until the page is closed.
    walletsListSource: `https://list.example/${widgets}.json`,
    ...options,
  });
  await render(
    <StrictMode>
      <TonConnectUIProvider instance={ui}>
        <TonConnectButton />
      </TonConnectUIProvider>
    </StrictMode>,
  );
}
async function pick(): Promise<void> {
  const before = UniversalConnector.asked.length;
  await named('View all wallets').click();
  await tile.click();
  await until(() => UniversalConnector.asked.length > before);
  await expect.poll(sheet).toBeNull();
}
const last = () => UniversalConnector.asked.at(-1);

beforeEach(async () => {
  localStorage.clear();
  UniversalConnector.reset();
  vi.mocked(telegram.isTelegram).mockReturnValue(false);
  seen.length = 0;
  listed = NAMES;
  await page.viewport(1280, 860);
  serveList(() => listed.map(entry));
  scriptedStreams('silent');
  for (const name of HEARD) window.addEventListener(name, hear);
  window.addEventListener('unhandledrejection', unhandled);
});
afterEach(() => {
  ui.destroy();
  for (const name of HEARD) window.removeEventListener(name, hear);
  window.removeEventListener('unhandledrejection', unhandled);
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  expect(unhandled).not.toHaveBeenCalled();
});

describe('the tile', () => {
  it('is the last of the wallets that support everything', async () => {
    await show({ walletsPreferredFeatures: { signData: { types: ['text'] } } });
    await named('Connect wallet').click();
    await named('View all wallets').click();
    await expect.element(tile).toBeVisible();
    expect(tiles().slice(-2)).toEqual(['WalletConnect', 'Anchor']);
    await expect.element(tile).toHaveAttribute('data-support', 'full');
    expect(tile.element().querySelector('img')).toBeNull();
    expect(tile.element().querySelector('svg')).not.toBeNull();
  });

  it('is shown on a phone, and can be found', async () => {
    await page.viewport(390, 844);
    await show();
    await named('Connect wallet').click();
    await named('View all wallets').click();
    await expect.element(tile).toBeVisible();
    await page.getByRole('searchbox').fill('walletc');
    expect(tiles()).toEqual(['WalletConnect']);
  });

  it.each([
    [1280, 860],
    [390, 844],
  ])('is on the first screen if there are few wallets, at %i px', async (width, height) => {
    listed = NAMES.slice(0, 2);
    await page.viewport(width, height);
    await show();
    await named('Connect wallet').click();
    await expect.element(tile).toBeVisible();
    expect(tiles()).toEqual(['Anchor', 'Buoy', 'WalletConnect']);
  });

  it('cannot be used if it lacks a required feature', async () => {
    await show({ walletsRequiredFeatures: { sendTransaction: { minMessages: 5 } } });
    await named('Connect wallet').click();
    await named('View all wallets').click();
    await expect.element(tile).toHaveAttribute('aria-disabled', 'true');
  });

  it("is not shown inside Telegram, and is not in the app's list", async () => {
    vi.mocked(telegram.isTelegram).mockReturnValue(true);
    await show();
    await named('Connect wallet').click();
    await named('View all wallets').click();
    await expect.element(named('Quay9')).toBeVisible();
    await until(() => seen.some(({ type }) => type === 'connection-started'));
    expect(tiles()).not.toContain('WalletConnect');
    expect((await ui.getWallets()).map(({ name }) => name)).toEqual(NAMES);
    await expect(ui.openSingleWalletModal('WalletConnect')).rejects.toThrow('unknown wallet');
  });
});

describe('pressed', () => {
  it('opens WalletConnect, and returns the wallet', async () => {
    await show();
    const wallet = ui.connectWallet({ traceId: 'trace' });
    await pick();
    expect(ui.modalState).toMatchObject({ status: 'closed', closeReason: 'wallet-selected' });
    last()?.approve();
    expect(await wallet).toMatchObject({
      type: 'wallet-connect',
      name: 'WalletConnect',
      appName: 'wallet_connect',
      aboutUrl: 'https://reown.com/',
      device: { appName: 'wallet_connect' },
    });
    await expect.element(connected).toBeVisible();
    expect(localStorage.getItem(SESSION_KEY)).toBe('{"type":"wallet-connect"}');
    await until(() => seen.length === 2);
    expect(seen).toMatchObject([
      { type: 'connection-started', trace_id: 'trace' },
      { type: 'connection-completed', trace_id: 'trace', wallet_type: 'wallet_connect' },
    ]);
  });

  it('waits for the proof', async () => {
    await show();
    ui.setConnectRequestParameters({ state: 'loading' });
    await named('Connect wallet').click();
    await named('View all wallets').click();
    await tile.click();
    await expect.element(page.getByText('Preparing the connection…')).toBeVisible();
    expect(UniversalConnector.asked).toHaveLength(0);
    ui.setConnectRequestParameters({ state: 'ready', value: { tonProof: 'proof' } });
    await until(() => UniversalConnector.asked.length === 1);
    await expect.poll(sheet).toBeNull();
    expect(last()?.statement).toBe('proof');
  });

  it('reports a rejection in the sheet and to the caller, and retries', async () => {
    await show();
    const asking = ui.connectWallet({ traceId: 'trace' }).catch((error: unknown) => error);
    await pick();
    last()?.refuse(new Error('User rejected'));
    const error = await asking;
    expect(error).toBeInstanceOf(TonConnectUIError);
    expect(error).toMatchObject({
      message: expect.stringContaining('Wallet was not connected'),
      code: 'CONNECT_CANCELLED',
      cause: expect.any(UserRejectsError),
    });
    const why = page.getByRole('alert').getByText('WalletConnect didn’t connect');
    await expect.element(why).toBeVisible();
    await expect.element(page.getByRole('heading', { name: 'WalletConnect' })).toHaveFocus();
    await until(() => seen.length === 2);
    expect(seen[1]).toMatchObject({ type: 'connection-error', trace_id: 'trace' });
    expect(UniversalConnector.asked).toHaveLength(1);

    await named('Retry').click();
    await until(() => UniversalConnector.asked.length === 2);
    await expect.poll(sheet).toBeNull();
    last()?.approve();
    await expect.element(connected).toBeVisible();
    expect(sheet()).toBeNull();
    await until(() => seen.length === 3);
    expect(seen[2]).toMatchObject({ type: 'connection-completed', trace_id: 'trace' });
  });

  it('leads to the other wallets after a rejection, and can be pressed again', async () => {
    await show();
    await named('Connect wallet').click();
    await pick();
    last()?.refuse(new Error('User rejected'));
    await named('Choose Another Wallet').click();
    await tile.click();
    await until(() => UniversalConnector.asked.length === 2);
    await expect.poll(sheet).toBeNull();
  });

  it('opens no sheet after its request has expired (five minutes)', async () => {
    await show();
    const asking = ui.connectWallet().catch((error: unknown) => error);
    await pick();
    const later = Date.now() + 300_000;
    vi.spyOn(Date, 'now').mockReturnValue(later);
    last()?.refuse(new Error('Proposal expired'));
    expect(await asking).toBeInstanceOf(TonConnectUIError);
    expect(sheet()).toBeNull();
    expect(ui.singleWalletModalState.status).toBe('closed');
  });

  it('can be cancelled by the page', async () => {
    await show();
    const asking = ui.connectWallet().catch((error: unknown) => error);
    await pick();
    ui.closeModal();
    expect(await asking).toMatchObject({ code: 'CONNECT_CANCELLED' });
    last()?.refuse(new Error('Proposal expired'));
    await until(() => UniversalConnector.disconnects > 0);
    expect(sheet()).toBeNull();
  });

  it('allows another choice at the next press on the button', async () => {
    await show();
    const asking = ui.connectWallet();
    await pick();
    await named('Connect wallet').click();
    await named('View all wallets').click();
    await expect.element(tile).toBeVisible();
    await tile.click();
    await until(() => UniversalConnector.asked.length === 2);
    last()?.approve();
    expect(await asking).toMatchObject({ name: 'WalletConnect' });
  });
});

describe('a wallet that is connected through WalletConnect', () => {
  beforeEach(async () => {
    localStorage.setItem(SESSION_KEY, '{"type":"wallet-connect"}');
  });

  it('is restored without a list, and disconnected', async () => {
    await show();
    expect(await ui.connectionRestored).toBe(true);
    expect(ui.wallet).toMatchObject({ name: 'WalletConnect', type: 'wallet-connect' });
    expect(window.fetch).not.toHaveBeenCalled();
    await connected.click();
    await page.getByRole('menuitem', { name: 'Disconnect' }).click();
    await expect.element(named('Connect wallet')).toBeVisible();
    await until(() => UniversalConnector.disconnects === 1);
    expect(localStorage.getItem(SESSION_KEY)).toBeNull();
    // By its name only, without 'Recent': it stands for many wallets.
    await named('Connect wallet').click();
    await named('View all wallets').click();
    await expect.element(tile).toBeVisible();
  });

  it('shows matching texts for a signature, without a link', async () => {
    await show();
    await ui.connectionRestored;
    const sending = ui.sendTransaction({
      validUntil: Math.floor(Date.now() / 1000) + 300,
      messages: [{ address: ADDRESS, amount: '1' }],
    });
    await expect
      .element(page.getByText('Confirm the request in the wallet that you connected.'))
      .toBeVisible();
    const dialog = page.getByRole('dialog', { name: 'Confirm transaction' });
    await expect.element(dialog.getByText('WalletConnect')).toBeVisible();
    expect(dialog.getByRole('button', { name: 'Open' }).query()).toBeNull();
    await until(() => UniversalConnector.requests.length === 1);
    expect(UniversalConnector.requests[0]).toMatchObject({
      method: 'ton_sendMessage',
      chain: 'ton:-239',
    });
    UniversalConnector.requests[0]?.resolve('boc');
    expect(await sending).toMatchObject({ boc: 'boc' });
    await expect.poll(sheet).toBeNull();
  });
});
