import '@tonconnect/isomorphic-eventsource';
import {
  DevWallet,
  type DevWalletOptions,
  type LocalBridge,
  startBridge,
} from '@prichal/dev-wallet';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  BadRequestError,
  type TonConnectError,
  UserRejectsError,
  WalletAlreadyConnectedError,
  WalletMissingRequiredFeaturesError,
  WalletNotConnectedError,
  WalletNotSupportFeatureError,
  WalletWrongNetworkError,
} from '../errors/index.js';
import { memoryStorage } from '../testing/memory-storage.js';
import type { TonConnectOptions } from '../types/index.js';
import { TonConnect } from './ton-connect.js';

const APP = 'https://app.example.org';
const ADDRESS = 'UQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAJKZ';

let bridge: LocalBridge;
let storage: ReturnType<typeof memoryStorage>;
const opened: { close(): void }[] = [];

beforeEach(async () => {
  bridge = await startBridge();
  storage = memoryStorage();
});

afterEach(async () => {
  vi.unstubAllGlobals();
  for (const each of opened.splice(0)) each.close();
  await bridge.stop();
});

function openWallet(options: DevWalletOptions = {}): DevWallet {
  const manifest = { url: APP, name: 'App', iconUrl: `${APP}/icon.png` };
  const wallet = new DevWallet({ bridgeUrl: bridge.url, manifest, ...options });
  opened.push(wallet);
  return wallet;
}

function openApp(options: Partial<TonConnectOptions> = {}) {
  const connector = new TonConnect({
    manifestUrl: `${APP}/tonconnect-manifest.json`,
    storage,
    walletsList: Promise.resolve([]),
    analytics: { mode: 'off' },
    ...options,
  });
  opened.push(connector);
  const errors: TonConnectError[] = [];
  connector.onStatusChange(
    () => undefined,
    (error) => errors.push(error),
  );
  return { connector, errors };
}

async function connected(walletOptions: DevWalletOptions = {}) {
  const wallet = openWallet(walletOptions);
  const { connector, errors } = openApp();
  await wallet.open(connector.connect([{ bridgeUrl: bridge.url }]));
  await expect.poll(() => connector.connected).toBe(true);
  return { wallet, connector, errors };
}

const transaction = (amount = '1') => ({
  validUntil: Math.floor(Date.now() / 1000) + 60,
  messages: [{ address: ADDRESS, amount }],
});

describe('connect', () => {
  it('ConnectsOverTheLinkOfOneWallet', async () => {
    const wallet = openWallet();
    const { connector } = openApp();
    const universalLink = 'https://dev-wallet.example/connect';
    const link = connector.connect({ universalLink, bridgeUrl: bridge.url });
    expect(link.startsWith(`${universalLink}?v=2&id=`)).toBe(true);
    await wallet.open(link);
    await expect.poll(() => connector.account?.address).toBe(wallet.account.raw);
    expect(connector.wallet).toMatchObject({
      provider: 'http',
      device: { appName: 'prichal-dev' },
    });
    expect(await connector.getSessionId()).toBe(new URL(link).searchParams.get('id'));
  });

  it.each<[string, (connector: TonConnect, bridgeUrl: string) => string]>([
    ['Options', (app, bridgeUrl) => app.connect([{ bridgeUrl }], { request: { tonProof: 'p1' } })],
    ['Request', (app, bridgeUrl) => app.connect([{ bridgeUrl }], { tonProof: 'p1' })],
    [
      'Both',
      (app, bridgeUrl) => app.connect([{ bridgeUrl }], { tonProof: 'p1' }, { traceId: 't' }),
    ],
  ])('AsksForAProofGivenAs%s', async (_, connect) => {
    const wallet = openWallet();
    const { connector } = openApp();
    await wallet.open(connect(connector, bridge.url));
    await expect.poll(() => connector.connected).toBe(true);
    expect(connector.wallet?.connectItems?.tonProof).toMatchObject({
      name: 'ton_proof',
      proof: { payload: 'p1', domain: { value: 'app.example.org' } },
    });
  });

  it('PutsTheTraceIdIntoTheLink', () => {
    const { connector } = openApp();
    const traceId = '018f0000-0000-7000-8000-000000000000';
    const bridges = [{ bridgeUrl: bridge.url }];
    for (const link of [
      connector.connect(bridges, { traceId }),
      connector.connect(bridges, undefined, { traceId }),
      connector.connect(bridges, {}, { traceId }),
    ]) {
      expect(new URL(link).searchParams.get('trace_id')).toBe(traceId);
    }
  });

  it('RejectsASecondWalletAndMalformedRequests', async () => {
    const { connector } = await connected();
    expect(() => connector.connect([{ bridgeUrl: bridge.url }])).toThrow(
      WalletAlreadyConnectedError,
    );
    const other = openApp({ storage: memoryStorage() }).connector;
    expect(() => other.connect([{ bridgeUrl: bridge.url }], { tonProof: '' })).toThrow(
      "ConnectAdditionalRequest validation failed: Empty 'tonProof' payload",
    );
  });

  it('ReportsARefusalAndCanBeAnsweredAfterIt', async () => {
    const wallet = openWallet();
    wallet.behaveOnce('connect', { answer: { code: 300, message: 'No' } });
    const { connector, errors } = openApp();
    const link = connector.connect([{ bridgeUrl: bridge.url }]);
    await wallet.open(link);
    await expect.poll(() => errors).toHaveLength(1);
    expect(errors[0]).toBeInstanceOf(UserRejectsError);
    await wallet.open(link);
    await expect.poll(() => connector.connected).toBe(true);
  });

  it('IsCancelledByItsSignal', async () => {
    const wallet = openWallet();
    const { connector } = openApp();
    const abort = new AbortController();
    const bridges = [{ bridgeUrl: bridge.url }];
    const link = connector.connect(bridges, undefined, { signal: abort.signal });
    await expect.poll(() => storage.items.size).toBe(1);
    abort.abort();
    await expect.poll(() => storage.items.size).toBe(0);
    await wallet.open(link);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(connector.connected).toBe(false);
    expect(() => connector.connect(bridges, { signal: abort.signal })).toThrow(
      'Connection was aborted',
    );
  });

  it('IsNotUndoneBySignalsThatAbortLater', async () => {
    const wallet = openWallet();
    const { connector } = openApp();
    const abort = new AbortController();
    await wallet.open(connector.connect([{ bridgeUrl: bridge.url }], { signal: abort.signal }));
    await expect.poll(() => connector.connected).toBe(true);
    abort.abort();
    expect(connector.connected).toBe(true);
    await expect(connector.sendTransaction(transaction())).resolves.toBeTruthy();
  });

  it('DisconnectsWalletsThatDoNotMeetTheRequirements', async () => {
    const wallet = openWallet({ network: 'testnet' });
    const walletsRequiredFeatures = { sendTransaction: { minMessages: 9_999 } };
    const lacking = openApp({ walletsRequiredFeatures, storage: memoryStorage() });
    await wallet.open(lacking.connector.connect([{ bridgeUrl: bridge.url }]));
    await expect.poll(() => lacking.errors).toHaveLength(1);
    expect(lacking.errors[0]).toBeInstanceOf(WalletMissingRequiredFeaturesError);
    await wallet.nextRequest('disconnect');
    wallet.behave({ network: 'other' });
    const { connector, errors } = openApp();
    connector.setConnectionNetwork('-239');
    await wallet.open(connector.connect([{ bridgeUrl: bridge.url }]));
    await expect.poll(() => errors).toHaveLength(1);
    expect(errors[0]).toBeInstanceOf(WalletWrongNetworkError);
    expect(errors[0]?.cause).toEqual({ expectedChainId: '-239', actualChainId: '-3' });
    expect(connector.connected).toBe(false);
    await expect.poll(() => storage.items.has('ton-connect-storage_bridge-connection')).toBe(false);
  });
});

describe('requests', () => {
  it('SendsATransaction', async () => {
    const { wallet, connector } = await connected();
    const onRequestSent = vi.fn();
    const { boc, traceId } = await connector.sendTransaction(transaction('5'), { onRequestSent });
    expect(boc).toMatch(/^te6cc/);
    expect(traceId).toMatch(/^[\da-f-]{36}$/);
    expect(onRequestSent).toHaveBeenCalledOnce();
    const request = await wallet.nextRequest('sendTransaction');
    expect(request.params).toMatchObject({
      from: wallet.account.raw,
      network: '-239',
      messages: [{ address: ADDRESS, amount: '5' }],
    });
    const deprecated = vi.fn();
    await connector.sendTransaction(transaction(), deprecated);
    expect(deprecated).toHaveBeenCalledOnce();
  });

  it('SignsData', async () => {
    const { wallet, connector } = await connected();
    const signed = await connector.signData({ type: 'text', text: 'Да' });
    expect(signed).toMatchObject({ domain: 'app.example.org', address: wallet.account.raw });
  });

  it('SignsAMessage', async () => {
    const { connector } = await connected();
    const { internalBoc } = await connector.signMessage(transaction());
    expect(internalBoc).toMatch(/^te6cc/);
    const old = await connected({ version: 'v4r2' });
    await expect(old.connector.signMessage(transaction())).rejects.toBeInstanceOf(
      WalletNotSupportFeatureError,
    );
  });

  it('RejectsWithTheErrorOfTheWallet', async () => {
    const { wallet, connector } = await connected();
    wallet.behaveOnce('sendTransaction', { answer: { code: 300, message: 'Not today' } });
    const refused = await connector.sendTransaction(transaction()).catch((error) => error);
    expect(refused).toBeInstanceOf(UserRejectsError);
    expect(refused.message).toContain('Not today');
    wallet.behaveOnce('signData', { answer: { code: 1, message: 'Bad' } });
    await expect(connector.signData({ type: 'text', text: 'a' })).rejects.toBeInstanceOf(
      BadRequestError,
    );
  });

  it('RejectsMalformedForeignAndEarlyRequests', async () => {
    const { connector } = openApp();
    await expect(connector.sendTransaction(transaction())).rejects.toBeInstanceOf(
      WalletNotConnectedError,
    );
    const { connector: app } = await connected();
    await expect(app.sendTransaction({ ...transaction(), messages: [] })).rejects.toThrow(
      'SendTransactionRequest validation failed',
    );
    await expect(app.sendTransaction({ ...transaction(), network: '-3' })).rejects.toBeInstanceOf(
      WalletWrongNetworkError,
    );
    const abort = new AbortController();
    abort.abort();
    const { signal } = abort;
    await expect(app.sendTransaction(transaction(), { signal })).rejects.toThrow(
      'Transaction sending was aborted',
    );
    await expect(app.signData({ type: 'text', text: 'a' }, { signal })).rejects.toThrow(
      'data sending was aborted',
    );
    expect(() => app.setConnectionNetwork('-3')).toThrow('Cannot change network');
  });

  it('ReceivesAnAnswerWhileTheBridgeIsSlowToAcceptTheRequest', async () => {
    const { connector } = await connected();
    const send = fetch;
    vi.stubGlobal('fetch', async (input: string, init?: RequestInit) => {
      const response = await send(input, init);
      if (input.includes('topic=sendTransaction')) {
        await new Promise((resolve) => setTimeout(resolve, 700));
      }
      return response;
    });
    const slow = new Promise((resolve) => setTimeout(resolve, 1_500, 'no answer'));
    const answer = await Promise.race([connector.sendTransaction(transaction()), slow]);
    expect(answer).toMatchObject({ boc: expect.stringMatching(/^te6cc/) });
  });
});

describe('restoreConnection', () => {
  it('RestoresASessionAndContinuesItsRequestIds', async () => {
    const { wallet, connector } = await connected();
    await connector.sendTransaction(transaction());
    connector.close();
    const { connector: next } = openApp();
    await next.restoreConnection();
    expect(next.account?.address).toBe(wallet.account.raw);
    await expect(next.sendTransaction(transaction())).resolves.toBeTruthy();
  });

  it('ReceivesTheAnswerAfterABridgeRestart', async () => {
    const { wallet, connector } = await connected();
    wallet.behave({ answer: 'ask' });
    const sent = connector.sendTransaction(transaction());
    const request = await wallet.nextRequest('sendTransaction');
    bridge.cut();
    await new Promise((resolve) => setTimeout(resolve, 100));
    bridge.mend();
    await request.approve();
    await expect(sent).resolves.toBeTruthy();
  }, 20_000);

  it('DoesNothingWithoutASessionAndForgetsAMalformedOne', async () => {
    const { connector } = openApp();
    await connector.restoreConnection();
    expect(connector.connected).toBe(false);
    storage.items.set('ton-connect-storage_bridge-connection', '{"type":"http","session":1}');
    await connector.restoreConnection();
    expect(storage.items.size).toBe(0);
  });

  it('ReportsThatTheWalletHasDisconnected', async () => {
    const { wallet, connector } = await connected();
    const statuses: unknown[] = [];
    connector.onStatusChange((status) => statuses.push(status));
    await wallet.disconnect();
    await expect.poll(() => statuses).toEqual([null]);
    expect(await connector.getSessionId()).toBeNull();
  });
});
