import { CHAIN } from '@prichal/sdk';
import { describe, expect, it, vi } from 'vitest';
import { toUserFriendlyAddress } from '../core/address.js';
import { TonConnectUIError } from '../core/errors/base-errors.js';
import { internalsOf } from '../core/internals.js';
import type { TonConnectUiCreateOptions } from '../core/options.js';
import {
  ADDRESS,
  RAW_ADDRESS,
  remoteWallet,
  scriptedConnector,
  walletOf,
} from '../testing/scripted-connector.js';
import { TonConnectUI } from './ton-connect-ui.js';

const asleep = (connector = scriptedConnector()) => ({
  connector,
  ui: new TonConnectUI({ connector }, false),
});

describe('TonConnectUI', () => {
  it('requires a manifest or a connector', () => {
    const make = () => new TonConnectUI({} as TonConnectUiCreateOptions);
    expect(make).toThrow(TonConnectUIError);
    expect(make).toThrow(
      /\nYou have to specify a `manifestUrl` or a `connector` in the options\.$/,
    );
  });

  it('rejects requests while no wallet is connected', async () => {
    const { ui } = asleep();
    const tx = { validUntil: 0, messages: [] };
    await expect(ui.sendTransaction(tx)).rejects.toThrow('Connect wallet to send a transaction.');
    await expect(ui.signData({ type: 'text', text: 'a' })).rejects.toThrow(TonConnectUIError);
  });

  it('finds no wallet with an unknown name', async () => {
    const { ui } = asleep();
    await expect(ui.openSingleWalletModal('Gamma')).rejects.toThrow(
      /\nTrying to open modal window with unknown wallet "Gamma"\.$/,
    );
  });

  it('reports that Wallet in Telegram is not listed', async () => {
    const { ui } = asleep();
    await expect(ui.openSingleWalletModal('telegram-wallet')).rejects.toMatchObject({
      code: 'UNKNOWN_WALLET',
      cause: { message: expect.stringMatching(/\n@wallet bot not found in the wallets list$/) },
    });
  });

  it('returns the wallets in the order of the sheet, with the app’s own', async () => {
    const { ui } = asleep(
      scriptedConnector([
        remoteWallet('Alpha'),
        remoteWallet('Wallet', { appName: 'telegram-wallet' }),
      ]),
    );
    const { universalLink: _, ...own } = remoteWallet('Gamma') as { universalLink?: string };
    ui.uiOptions = { walletsListConfiguration: { includeWallets: [own as never] } };
    expect((await ui.getWallets()).map(({ name }) => name)).toEqual(['Wallet', 'Alpha', 'Gamma']);
  });

  it('keeps options that a later change does not contain', () => {
    const { ui } = asleep();
    const state = () => internalsOf(ui).store.get();
    ui.uiOptions = {
      uiPreferences: {
        borderRadius: 's',
        colorsSet: { DARK: { accent: 'red', text: { primary: 'white' } } },
      },
      actionsConfiguration: { returnStrategy: 'none', modals: ['before', 'error'] },
      walletsRequiredFeatures: { signData: { types: ['text'] } },
      walletsPreferredFeatures: { sendTransaction: { minMessages: 2 } },
    };
    ui.uiOptions = { language: 'ru', actionsConfiguration: { modals: ['success'] } };
    ui.uiOptions = {
      uiPreferences: { theme: 'DARK', colorsSet: { DARK: { text: { secondary: 'grey' } } } },
      walletsRequiredFeatures: { sendTransaction: { minMessages: 4 } },
    };
    expect(state()).toMatchObject({
      language: 'ru',
      theme: 'DARK',
      borderRadius: 's',
      colorsSet: { DARK: { accent: 'red', text: { primary: 'white', secondary: 'grey' } } },
    });
    expect(state().actionsConfiguration).toEqual({ returnStrategy: 'none', modals: ['success'] });
    // Required features replace the previous ones.
    expect(ui.walletsRequiredFeatures).toEqual({ sendTransaction: { minMessages: 4 } });
    expect(ui.walletsPreferredFeatures).toEqual({ sendTransaction: { minMessages: 2 } });
  });

  it('keeps the network until the connector is loaded, and while connected', async () => {
    const { ui, connector } = asleep();
    const told = vi.spyOn(connector, 'setConnectionNetwork');
    ui.setConnectionNetwork(CHAIN.TESTNET);
    expect(told).not.toHaveBeenCalled();
    await ui.connector.getWallets();
    expect(told.mock.calls).toEqual([['-3']]);
    ui.connector.setConnectionNetwork();
    expect(told.mock.calls).toEqual([['-3'], [undefined]]);
    connector.answer(walletOf('alpha'));
    expect(() => ui.setConnectionNetwork('-239')).toThrow(
      'Cannot change network while wallet is connected',
    );
    ui.destroy();
  });

  it('passes a trace ID to a disconnection', async () => {
    const { ui, connector } = asleep();
    await ui.connector.getWallets();
    connector.answer(walletOf('alpha'));
    const disconnect = vi.spyOn(connector, 'disconnect');
    await ui.disconnect({ traceId: 'trace' });
    expect(disconnect).toHaveBeenCalledWith({ traceId: 'trace' });
    expect(ui.connected).toBe(false);
  });

  it('can be the result of a promise', async () => {
    const { ui } = asleep();
    expect(await ui.connector).toBe(ui.connector);
  });

  it('notifies every status listener, even if one throws', async () => {
    const reportError = vi.fn();
    vi.stubGlobal('reportError', reportError);
    const { ui, connector } = asleep();
    const told = vi.fn();
    ui.onStatusChange(() => {
      throw new Error('the host’s own fault');
    });
    const stop = ui.onStatusChange(told);
    await ui.connector.getWallets();
    connector.answer(walletOf('alpha'));
    expect(told).toHaveBeenCalledWith(
      expect.objectContaining({ account: expect.objectContaining({ address: RAW_ADDRESS }) }),
    );
    expect(reportError).toHaveBeenCalledTimes(1);
    expect(ui.connected).toBe(true);
    expect(ui.connector.wallet?.device.appName).toBe('alpha');
    stop();
    await ui.disconnect();
    expect(ui.wallet).toBeNull();
    expect(told).toHaveBeenCalledTimes(1);
    vi.unstubAllGlobals();
  });

  it('explains how to load the connector before a synchronous call', () => {
    const { ui } = asleep();
    expect(() => ui.connector.connect({ jsBridgeKey: 'x' })).toThrow(
      /\nAwait connector\.getWallets\(\) before/,
    );
  });

  it('the test’s address is the user-friendly one', () => {
    expect(toUserFriendlyAddress(RAW_ADDRESS)).toBe(ADDRESS);
  });
});
