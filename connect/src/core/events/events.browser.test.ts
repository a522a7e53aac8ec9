import type { EventDispatcher } from '@prichal/sdk';
import { UserRejectsError } from '@prichal/sdk';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { TonConnectUI } from '../../react/ton-connect-ui.js';
import {
  RAW_ADDRESS,
  remoteWallet,
  scriptedConnector,
  walletOf,
} from '../../testing/scripted-connector.js';
import { until } from '../../testing/until.js';
import type { UserActionEvent } from '../options.js';
import { NAMED_VERSION } from './emit.js';

const TYPES = [
  'response-version',
  'connection-started',
  'connection-completed',
  'connection-error',
  'connection-restoring-started',
  'connection-restoring-completed',
  'connection-restoring-error',
  'disconnection',
  'transaction-sent-for-signature',
  'transaction-signed',
  'transaction-signing-failed',
  'sign-data-request-initiated',
  'sign-data-request-completed',
  'sign-data-request-failed',
  'wallet-modal-opened',
  'selected-wallet',
];

let seen: UserActionEvent[];
let stop: AbortController;
let ui: TonConnectUI | undefined;

beforeEach(() => {
  localStorage.clear();
  seen = [];
  stop = new AbortController();
  for (const type of TYPES) {
    const note = (event: Event) => seen.push((event as CustomEvent<UserActionEvent>).detail);
    window.addEventListener(`ton-connect-ui-${type}`, note, { signal: stop.signal });
  }
});
afterEach(() => {
  stop.abort();
  ui?.destroy();
});

const names = (): string[] => seen.map(({ type }) => type);
const last = (type: string) => seen.findLast((event) => event.type === type);
const versions = { ton_connect_sdk_lib: null, ton_connect_ui_lib: NAMED_VERSION };
const aboutWallet = {
  wallet_address: RAW_ADDRESS,
  wallet_state_init: '',
  wallet_type: 'alpha',
  wallet_version: '1',
  auth_type: 'ton_addr',
  custom_data: {
    chain_id: '-239',
    provider: 'http',
    client_id: null,
    wallet_id: null,
    ...versions,
  },
};

async function make(connector = scriptedConnector()) {
  ui = new TonConnectUI({ connector });
  await ui.connectionRestored;
  await until(() => names().some((name) => /restoring-(completed|error)/.test(name)));
  return { ui, connector };
}

describe('the window receives', () => {
  it('the result of restoring a session', async () => {
    await make(scriptedConnector([], walletOf('alpha')));
    await until(() => seen.length === 2);
    expect(names()).toEqual(['connection-restoring-started', 'connection-restoring-completed']);
    expect(seen[1]).toEqual({
      type: 'connection-restoring-completed',
      is_success: true,
      trace_id: null,
      ...aboutWallet,
    });
    ui?.destroy();
    seen = [];
    await make();
    await until(() => seen.length === 2);
    expect(seen[1]).toEqual({
      type: 'connection-restoring-error',
      is_success: false,
      error_message: 'Connection was not restored',
      trace_id: null,
      custom_data: versions,
    });
  });

  it('a failed restoring without a session', async () => {
    ui = new TonConnectUI({ manifestUrl: 'https://app.example/m.json' });
    await until(() => seen.length === 2);
    expect(seen.map((event) => ({ ...event, custom_data: null }))).toEqual([
      { type: 'connection-restoring-started', trace_id: null, custom_data: null },
      {
        type: 'connection-restoring-error',
        is_success: false,
        error_message: 'Connection was not restored',
        trace_id: null,
        custom_data: null,
      },
    ]);
    expect(seen[1]).toMatchObject({ custom_data: { ton_connect_ui_lib: NAMED_VERSION } });
  });

  it('no event of restoring if it is off', async () => {
    const idle = new TonConnectUI({
      manifestUrl: 'https://app.example/m.json',
      restoreConnection: false,
    });
    await idle.openModal();
    expect(names().filter((name) => name.includes('restoring'))).toEqual([]);
    idle.destroy();
  });

  it('the events of a connection, with one trace ID', async () => {
    const { ui: made, connector } = await make();
    seen = [];
    await made.openModal({ traceId: 'trace' });
    expect(made.modalState).toEqual({ status: 'opened', closeReason: null, traceId: 'trace' });
    await until(() => last('wallet-modal-opened'));
    expect(last('wallet-modal-opened')).toEqual({
      type: 'wallet-modal-opened',
      visible_wallets: ['Alpha', 'Beta'],
      client_id: null,
      trace_id: 'trace',
      custom_data: versions,
    });
    await page.getByRole('button', { name: 'Beta' }).click();
    await until(() => last('selected-wallet'));
    expect(last('selected-wallet')).toMatchObject({
      wallets_menu: 'main_screen',
      visible_wallets: ['Alpha', 'Beta'],
      wallet_type: 'beta',
      trace_id: 'trace',
    });
    connector.answer(walletOf('alpha'));
    await until(() => last('connection-completed'));
    expect(names()).toEqual([
      'connection-started',
      'wallet-modal-opened',
      'selected-wallet',
      'connection-completed',
    ]);
    expect(last('connection-completed')).toEqual({
      type: 'connection-completed',
      is_success: true,
      trace_id: 'trace',
      ...aboutWallet,
    });
  });

  it('the cancellation or rejection of a connection', async () => {
    await page.viewport(1280, 800);
    const { ui: made, connector } = await make();
    await made.openModal();
    await until(() => connector.connects.length > 0);
    connector.refuse(new UserRejectsError('not now'));
    await until(() => last('connection-error'));
    expect(last('connection-error')).toMatchObject({
      is_success: false,
      error_message: 'not now',
      error_code: 300,
      custom_data: { client_id: expect.stringMatching(/^0+1$/), wallet_id: null, ...versions },
    });
    made.closeModal();
    made.closeModal();
    await until(() => names().filter((name) => name === 'connection-error').length === 2);
    expect(last('connection-error')).toMatchObject({
      error_message: 'Connection was cancelled',
      error_code: null,
      trace_id: expect.stringMatching(/^[\da-f-]{36}$/),
    });
  });

  it('the side that ended the connection', async () => {
    const { ui: made, connector } = await make(scriptedConnector([], walletOf('alpha')));
    connector.answer(null);
    await until(() => last('disconnection'));
    expect(last('disconnection')).toEqual({
      type: 'disconnection',
      scope: 'wallet',
      trace_id: null,
      ...aboutWallet,
    });
    connector.answer(walletOf('alpha'));
    await made.disconnect({ traceId: 'trace' });
    await until(() => names().filter((name) => name === 'disconnection').length === 2);
    expect(last('disconnection')).toMatchObject({ scope: 'dapp', trace_id: 'trace' });
    expect(names().filter((name) => name === 'disconnection')).toHaveLength(2);
  });

  it('the progress of a transaction', async () => {
    const { ui: made, connector } = await make(scriptedConnector([], walletOf('alpha')));
    const message = { address: 'EQ…', amount: '1', payload: 'te6c', stateInit: 'init' };
    const options = { modals: [], notifications: [], traceId: 'trace' };
    const sent = made.sendTransaction({ validUntil: 5, messages: [message] }, options);
    (await until(() => connector.requests[0])).resolve({ boc: 'boc' });
    await sent;
    await until(() => last('transaction-signed'));
    const info = {
      valid_until: '5',
      from: RAW_ADDRESS,
      messages: [{ address: 'EQ…', amount: '1' }],
      trace_id: 'trace',
      ...aboutWallet,
    };
    expect(last('transaction-sent-for-signature')).toEqual({
      type: 'transaction-sent-for-signature',
      ...info,
    });
    expect(last('transaction-signed')).toEqual({
      type: 'transaction-signed',
      is_success: true,
      signed_transaction: 'boc',
      ...info,
    });
    const refused = made.sendTransaction({ validUntil: 5, messages: [message] }, options);
    (await until(() => connector.requests[1])).reject(new UserRejectsError('no'));
    await expect(refused).rejects.toThrow('no');
    await until(() => last('transaction-signing-failed'));
    expect(last('transaction-signing-failed')).toEqual({
      ...info,
      type: 'transaction-signing-failed',
      is_success: false,
      error_message: 'no',
      error_code: 300,
      messages: [{ address: 'EQ…', amount: '1', payload: 'te6c', state_init: 'init' }],
    });
  });

  it('the progress of data to sign', async () => {
    const { ui: made, connector } = await make(scriptedConnector([], walletOf('alpha')));
    const data = { type: 'text', text: 'words' } as const;
    const options = { modals: [], notifications: [] };
    const signed = made.signData(data, options);
    (await until(() => connector.requests[0])).resolve({ signature: 's' });
    await signed;
    await until(() => last('sign-data-request-completed'));
    expect(last('sign-data-request-initiated')).toMatchObject({ data, wallet_type: 'alpha' });
    expect(last('sign-data-request-completed')).toMatchObject({
      is_success: true,
      data,
      signed_data: { signature: 's' },
    });
    const broken = made.signData(data, options);
    (await until(() => connector.requests[1])).reject(new Error('broken'));
    await expect(broken).rejects.toThrow('Unhandled error:');
    await until(() => last('sign-data-request-failed'));
    expect(last('sign-data-request-failed')).toMatchObject({
      is_success: false,
      data,
      error_message: 'Unhandled error:Error: broken',
      error_code: null,
    });
  });

  it('the version, on request', async () => {
    await make();
    window.dispatchEvent(new CustomEvent('ton-connect-ui-request-version'));
    await until(() => last('response-version'));
    expect(last('response-version')).toEqual({
      type: 'response-version',
      version: 'prichal-2.1.0',
      tma: false,
      tmaPlatform: null,
      tmaVersion: null,
      telegramBrowser: false,
      os: expect.any(String),
      browser: 'chrome',
      rawBrowser: 'chrome',
      mobile: false,
    });
    ui?.destroy();
    seen = [];
    window.dispatchEvent(new CustomEvent('ton-connect-ui-request-version'));
    expect(seen).toEqual([]);
  });
});

describe('a custom dispatcher', () => {
  it('replaces the window, also for the SDK’s events and requests', async () => {
    const heard: string[] = [];
    const listeners = new Map<string, (event: CustomEvent) => void>();
    const eventDispatcher = {
      async dispatchEvent(name: string, detail: object) {
        heard.push(name);
        listeners.get(name)?.(new CustomEvent(name, { detail }));
      },
      async addEventListener(name: string, listener: (event: CustomEvent) => void) {
        listeners.set(name, listener);
        return () => void listeners.delete(name);
      },
    } as unknown as EventDispatcher<UserActionEvent>;
    ui = new TonConnectUI({
      manifestUrl: 'https://app.example/m.json',
      eventDispatcher,
      walletsListConfiguration: { includeWallets: [remoteWallet('Alpha') as never] },
    });
    await ui.openModal();
    await until(() => heard.includes('ton-connect-ui-response-version'));
    await until(() => heard.includes('ton-connect-response-version'));
    await until(() => heard.includes('ton-connect-ui-connection-started'));
    ui.closeModal();
    await until(() => heard.includes('ton-connect-ui-connection-error'));
    expect(seen).toEqual([]);
    ui.destroy();
    await until(() => listeners.size === 0);
  });
});
