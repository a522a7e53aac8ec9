import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { UUIDv7 } from '../protocol/uuid.js';
import type { SdkActionEvent } from '../types/events.js';
import type { AnalyticsMode } from '../types/ton-connect.js';
import { createAnalytics, EventQueue } from './analytics.js';
import { BrowserEventDispatcher, SDK_VERSION } from './tracker.js';

type Fields = Record<string, unknown>;

const newId = (): string => UUIDv7();

let status: number;
let page: EventTarget & { hidden?: boolean };
const post = vi.fn(async (_url: string, _init: { body: string }) => ({ status }));
const sent = (): Fields[] => post.mock.calls.flatMap(([, { body }]) => JSON.parse(body));

beforeEach(() => {
  vi.useFakeTimers();
  status = 200;
  post.mockClear();
  page = new EventTarget();
  vi.stubGlobal('fetch', post);
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('document', page);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const environment = {
  getLocale: () => 'en',
  getBrowser: () => 'chrome',
  getPlatform: () => 'linux',
  getTelegramUser: () => ({ id: 7, isPremium: true }),
  getClientEnvironment: () => 'miniapp',
};

async function open(mode: Exclude<AnalyticsMode, 'off'>) {
  const eventDispatcher = new BrowserEventDispatcher<SdkActionEvent>();
  const manifestUrl = 'https://app.example.org/m.json';
  const analytics = createAnalytics({
    version: SDK_VERSION,
    newId,
    mode,
    environment,
    manifestUrl,
    eventDispatcher,
  });
  await vi.advanceTimersByTimeAsync(0);
  const emit = (name: string, detail: object) =>
    window.dispatchEvent(new CustomEvent(name, { detail }));
  const flush = () => vi.advanceTimersByTimeAsync(2000);
  return { analytics, emit, flush };
}

const ADDRESS = { wallet_address: '0:ab' };
const COMPLETED = { type: 'connection-completed', ...ADDRESS, custom_data: { chain_id: '-239' } };

describe('createAnalytics', () => {
  it('sends actions of the user with facts about the page', async () => {
    const { analytics, emit, flush } = await open('full');
    analytics.setWalletListDownloadDuration(12);
    emit('ton-connect-connection-completed', { ...COMPLETED, trace_id: 'trace' });
    await flush();
    expect(post).toBeCalledWith('https://analytics.ton.org/events', expect.anything());
    expect(sent()).toEqual([
      {
        subsystem: 'dapp-sdk',
        version: '3.4.1',
        client_environment: 'miniapp',
        wallet_list_download_duration: 12,
        event_name: 'connection-completed',
        browser: 'chrome',
        platform: 'linux',
        manifest_json_url: 'https://app.example.org/m.json',
        origin_url: '',
        locale: 'en',
        tg_id: 7,
        tma_is_premium: true,
        versions: { '@tonconnect/sdk': '', '@tonconnect/ui': '' },
        network_id: '-239',
        client_id: '',
        wallet_id: '',
        ...ADDRESS,
        wallet_app_name: '',
        wallet_app_version: '',
        wallet_state_init: '',
        trace_id: 'trace',
        event_id: expect.any(String),
        client_timestamp: expect.any(Number),
      },
    ]);
  });

  it('sends nothing about the user by default, and the address with errors only', async () => {
    const { emit, flush } = await open('telemetry');
    emit('ton-connect-connection-completed', COMPLETED);
    emit('ton-connect-transaction-signing-failed', {
      ...COMPLETED,
      messages: [{ address: 'to', amount: null, payload: null, state_init: null }],
      error_message: 'why',
      error_code: null,
      valid_until: '5',
    });
    await flush();
    const [completed, failed] = sent();
    for (const event of [completed, failed]) {
      for (const field of ['tg_id', 'locale', 'tma_is_premium'])
        expect(event).not.toHaveProperty(field);
    }
    expect(completed).not.toHaveProperty('wallet_address');
    expect(failed).toMatchObject({
      ...ADDRESS,
      event_name: 'transaction-signing-failed',
      error_code: 0,
      error_message: 'why',
      valid_until: 5,
      messages: [{ address: 'to', amount: '', payload: '', state_init: '' }],
    });
  });

  it('names events as analytics.ton.org does', async () => {
    const { analytics, emit, flush } = await open('telemetry');
    const details = { ...COMPLETED, data: { type: 'cell', cell: 'c', schema: 's' }, messages: [] };
    const names = [
      ['ui-wallet-modal-opened', 'connection-started'],
      ['ui-selected-wallet', 'connection-selected-wallet'],
      ['connection-completed', 'connection-completed'],
      ['connection-error', 'connection-error'],
      ['disconnection', 'disconnection'],
      ['transaction-sent-for-signature', 'transaction-sent'],
      ['transaction-signed', 'transaction-signed'],
      ['transaction-signing-failed', 'transaction-signing-failed'],
      ['sign-data-request-initiated', 'sign-data-request-initiated'],
      ['sign-data-request-completed', 'sign-data-request-completed'],
      ['sign-data-request-failed', 'sign-data-request-failed'],
    ] as const;
    for (const [name] of names) emit(`ton-connect-${name}`, details);
    analytics.report('js-bridge-call', { js_bridge_method: 'send' });
    await flush();
    const events = sent();
    expect(events.map(({ event_name }) => event_name)).toEqual([
      ...names.map(([, name]) => name),
      'js-bridge-call',
    ]);
    expect(events.at(-2)).toMatchObject({ sign_data_value: 'c', sign_data_schema: 's' });
    expect(events.at(-1)).not.toHaveProperty('browser');
  });

  it('sends what is left when it is closed, and nothing after that', async () => {
    const { analytics, emit, flush } = await open('telemetry');
    emit('ton-connect-disconnection', COMPLETED);
    analytics.close();
    expect(sent()).toHaveLength(1);
    await flush();
    emit('ton-connect-disconnection', COMPLETED);
    analytics.report('js-bridge-call', {});
    await flush();
    expect(sent()).toHaveLength(1);
  });
});

describe('EventQueue', () => {
  const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms);

  it('sends at most 100 events at a time', async () => {
    const queue = new EventQueue('full', newId);
    for (let i = 0; i < 150; i += 1) queue.add({ event_name: 'a' });
    await wait(2000);
    expect(post.mock.calls.map(([, { body }]) => JSON.parse(body).length)).toEqual([100, 50]);
  });

  it.each([500, 0])(
    'retries a failed request with backoff, then drops it (status %s)',
    async (code) => {
      status = code;
      if (!code) post.mockRejectedValue(new Error('offline'));
      const queue = new EventQueue('full', newId);
      queue.add({ event_name: 'a' });
      for (const [ms, calls] of [
        [2000, 1],
        [4000, 2],
        [8000, 3],
        [16_000, 4],
        [32_000, 5],
      ] as const) {
        await wait(ms - 1);
        expect(post).toBeCalledTimes(calls - 1);
        await wait(1);
        expect(post).toBeCalledTimes(calls);
      }
      await wait(100_000);
      expect(post).toBeCalledTimes(5);
      post.mockReset().mockImplementation(async () => ({ status }));
    },
  );

  it.each([
    [400, 1],
    [429, 2],
  ])('sends a request with the status %s %s times', async (code, calls) => {
    status = code;
    const queue = new EventQueue('full', newId);
    queue.add({ event_name: 'a' });
    await wait(2000);
    status = 200;
    await wait(60_000);
    expect(post).toBeCalledTimes(calls);
  });

  it('sends nothing while the page is hidden', async () => {
    const queue = new EventQueue('full', newId);
    queue.add({ event_name: 'a' });
    page.hidden = true;
    page.dispatchEvent(new Event('visibilitychange'));
    await wait(60_000);
    expect(post).not.toBeCalled();
    page.hidden = false;
    page.dispatchEvent(new Event('visibilitychange'));
    await wait(2000);
    expect(post).toBeCalledTimes(1);
  });
});
