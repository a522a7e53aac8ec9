import * as official from '@tonconnect/sdk';
import { afterEach, describe, expect, it, vi } from 'vitest';
import * as makers from './create-events.js';
import { BrowserEventDispatcher, createTracker, loadAnalytics } from './tracker.js';

afterEach(() => vi.unstubAllGlobals());

const VERSION = { ton_connect_sdk_lib: '3.4.1', ton_connect_ui_lib: null };
const SESSION = { clientId: 'client', walletId: 'wallet' };
const PROOF = { name: 'ton_proof', proof: {} } as never;
const WALLET = {
  device: { appName: 'alpha', appVersion: '1' },
  provider: 'http',
  account: { address: '0:ab', chain: '-239', walletStateInit: 'te6' },
  connectItems: { tonProof: PROOF },
} as never;
const TRANSACTION = {
  validUntil: 5,
  messages: [{ address: 'to', amount: '1', payload: 'p', stateInit: 's' }, {} as never],
};
const DATA = { type: 'text', text: 'hello' } as const;

describe('event makers', () => {
  const cases: [name: string, ...args: unknown[]][] = [
    ['createRequestVersionEvent'],
    ['createResponseVersionEvent', '1'],
    ['createVersionInfo', { ...VERSION, more: 1 }],
    ['createConnectionStartedEvent', VERSION],
    ['createConnectionStartedEvent', VERSION, 'trace'],
    ['createConnectionCompletedEvent', VERSION, WALLET, SESSION, 'trace'],
    ['createConnectionCompletedEvent', VERSION, null],
    ['createConnectionErrorEvent', VERSION, 'why', 300, SESSION, 'trace'],
    ['createConnectionErrorEvent', VERSION, 'why', undefined, null],
    ['createConnectionRestoringStartedEvent', VERSION, 'trace'],
    ['createConnectionRestoringCompletedEvent', VERSION, WALLET, SESSION, 'trace'],
    ['createConnectionRestoringErrorEvent', VERSION, 'why', 'trace'],
    ['createDisconnectionEvent', VERSION, WALLET, 'dapp', SESSION, 'trace'],
    ['createTransactionSentForSignatureEvent', VERSION, WALLET, TRANSACTION, SESSION, 'trace'],
    ['createTransactionSentForSignatureEvent', VERSION, null, { ...TRANSACTION, from: '0:cd' }],
    ['createTransactionSignedEvent', VERSION, WALLET, TRANSACTION, { boc: 'b' }, SESSION],
    ['createTransactionSigningFailedEvent', VERSION, WALLET, TRANSACTION, 'why', 1, SESSION],
    ['createTransactionSigningFailedEvent', VERSION, WALLET, TRANSACTION, 'why', undefined],
    ['createDataSentForSignatureEvent', VERSION, WALLET, DATA, SESSION, 'trace'],
    ['createDataSignedEvent', VERSION, WALLET, DATA, { signature: 's' }, SESSION, 'trace'],
    ['createDataSigningFailedEvent', VERSION, WALLET, DATA, 'why', 0, SESSION, 'trace'],
    ['createWalletModalOpenedEvent', VERSION, ['Alpha'], 'client', 'trace'],
    ['createWalletModalOpenedEvent', VERSION, []],
    ['createSelectedWalletEvent', VERSION, ['Alpha'], { appName: 'a' }, 'main_screen', ''],
    ['createSelectedWalletEvent', VERSION, [], null, 'other_wallets', 'https://t.me/w', undefined],
    ['createSelectedWalletEvent', VERSION, [], {}, 'explicit_wallet', 'https://a.example.org'],
    [
      'createSelectedWalletEvent',
      VERSION,
      [],
      {},
      'main_screen',
      'https://t.me',
      'external_link',
      'c',
    ],
  ];

  it.each(cases)('%s makes the event of the official SDK', (name, ...args) => {
    const make = (from: unknown) =>
      (from as Record<string, (...args: unknown[]) => unknown>)[name]?.(...args);
    expect(make(makers)).toStrictEqual(make(official));
  });

  it('are all compared', () => {
    expect(new Set(cases.map(([name]) => name))).toEqual(new Set(Object.keys(makers)));
  });
});

describe('BrowserEventDispatcher', () => {
  it('dispatches events on the window', async () => {
    vi.stubGlobal('window', new EventTarget());
    const dispatcher = new BrowserEventDispatcher<{ type: 'request-version' }>();
    const heard = vi.fn();
    const remove = await dispatcher.addEventListener('ton-connect-request-version', heard);
    const event = { type: 'request-version' } as const;
    await dispatcher.dispatchEvent('ton-connect-request-version', event);
    expect(heard.mock.calls[0]?.[0]).toMatchObject({ detail: event });
    remove();
    await dispatcher.dispatchEvent('ton-connect-request-version', event);
    expect(heard).toBeCalledTimes(1);
  });

  it('does nothing outside browsers', async () => {
    const dispatcher = new BrowserEventDispatcher<{ type: 'request-version' }>();
    (await dispatcher.addEventListener('ton-connect-request-version', () => undefined))();
    await dispatcher.dispatchEvent('ton-connect-request-version', { type: 'request-version' });
  });
});

describe('createTracker', () => {
  const open = () => {
    const page = new EventTarget();
    vi.stubGlobal('window', page);
    const eventDispatcher = new BrowserEventDispatcher();
    return { page, make: () => createTracker(eventDispatcher as never) };
  };
  const details = (page: EventTarget, name: string): object[] => {
    const heard: object[] = [];
    page.addEventListener(name, (event) => heard.push((event as CustomEvent).detail));
    return heard;
  };

  it('dispatches events with the versions of both packages', async () => {
    const { page, make } = open();
    page.addEventListener('ton-connect-ui-request-version', () => {
      const detail = { type: 'response-version', version: '2.1' };
      page.dispatchEvent(new CustomEvent('ton-connect-ui-response-version', { detail }));
    });
    const heard = details(page, 'ton-connect-connection-started');
    const tracker = make();
    await expect.poll(() => tracker.version().ton_connect_ui_lib).toBe('2.1');
    tracker.track(makers.createConnectionStartedEvent, 'trace');
    expect(heard).toEqual([
      {
        type: 'connection-started',
        custom_data: { ton_connect_sdk_lib: '3.4.1', ton_connect_ui_lib: '2.1' },
        trace_id: 'trace',
      },
    ]);
  });

  it('answers requests for its version until it is closed', async () => {
    const { page, make } = open();
    const answers = details(page, 'ton-connect-response-version');
    const tracker = make();
    await Promise.resolve();
    page.dispatchEvent(new CustomEvent('ton-connect-request-version'));
    expect(answers).toEqual([{ type: 'response-version', version: '3.4.1' }]);
    tracker.close();
    page.dispatchEvent(new CustomEvent('ton-connect-request-version'));
    expect(answers).toHaveLength(1);
  });

  it.each([
    [
      'throws',
      () => {
        throw new Error('broken');
      },
    ],
    ['rejects', () => Promise.reject(new Error('broken'))],
  ])('survives a dispatcher that %s', async (_, broken) => {
    const eventDispatcher = { addEventListener: broken, dispatchEvent: broken } as never;
    const tracker = createTracker(eventDispatcher);
    tracker.track(makers.createConnectionStartedEvent, 'trace');
    tracker.track(makers.createDataSignedEvent, null as never, null as never, null as never);
    await new Promise((resolve) => setTimeout(resolve));
  });
});

it('loads no analytics that are off', () => {
  const eventDispatcher = new BrowserEventDispatcher() as never;
  const options = { manifestUrl: '', environment: undefined, eventDispatcher };
  expect(loadAnalytics({ ...options, mode: 'off' })).toBeUndefined();
  expect(loadAnalytics(options)).toBeDefined();
});
