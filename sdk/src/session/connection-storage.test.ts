import { SessionCrypto as OfficialCrypto } from '@tonconnect/protocol';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ConnectEventSuccess } from '../protocol/wire.js';
import { memoryStorage } from '../testing/memory-storage.js';
import { type ConnectionStorage, createConnectionStorage } from './connection-storage.js';
import { SessionCrypto } from './session-crypto.js';

const KEY = 'ton-connect-storage_bridge-connection';
const WALLET = 'ab'.repeat(32);
const BRIDGE = 'https://bridge.example.org/bridge';

const connectEvent: ConnectEventSuccess = {
  event: 'connect',
  id: 7,
  payload: {
    items: [
      {
        name: 'ton_addr',
        address: `0:${'11'.repeat(32)}`,
        network: '-239',
        walletStateInit: 'te6cc',
        publicKey: '22'.repeat(32),
      },
    ],
    device: {
      platform: 'iphone',
      appName: 'wallet',
      appVersion: '1',
      maxProtocolVersion: 2,
      features: [],
    },
  },
};

let storage: ReturnType<typeof memoryStorage>;
let connections: ConnectionStorage;

beforeEach(() => {
  storage = memoryStorage();
  connections = createConnectionStorage(storage);
});

const stored = (): Record<string, unknown> => JSON.parse(storage.items.get(KEY) ?? 'null');

const connected = (sessionCrypto = new SessionCrypto()) => ({
  type: 'http' as const,
  connectEvent,
  session: { sessionCrypto, walletPublicKey: WALLET, bridgeUrl: BRIDGE },
  lastWalletEventId: 7,
  nextRpcRequestId: 0,
});

describe('ConnectionStorage', () => {
  it('StoresAConnectionInTheFormatOfTheOfficialSdk', async () => {
    const sessionCrypto = new SessionCrypto();
    await connections.storeConnection(connected(sessionCrypto));
    expect(storage.items.get(KEY)).toBe(
      JSON.stringify({
        type: 'http',
        connectEvent,
        session: {
          sessionKeyPair: sessionCrypto.stringifyKeypair(),
          walletPublicKey: WALLET,
          bridgeUrl: BRIDGE,
        },
        lastWalletEventId: 7,
        nextRpcRequestId: 0,
      }),
    );
    const loaded = await connections.getConnection();
    expect(loaded).toMatchObject({ connectEvent, lastWalletEventId: 7, nextRpcRequestId: 0 });
  });

  it('StoresAPendingRequestWithItsTimeAndDropsItAfterFiveMinutes', async () => {
    const sessionCrypto = new SessionCrypto();
    const connectionSource = [{ bridgeUrl: BRIDGE }];
    await connections.storeConnection({ type: 'http', connectionSource, sessionCrypto });
    const raw = stored();
    expect(Object.keys(raw)).toEqual(['type', 'connectionSource', 'sessionCrypto', 'createdAt']);
    expect(await connections.getConnection()).toMatchObject({ connectionSource });
    const createdAt = Date.now() - 5 * 60_000 - 1;
    storage.items.set(KEY, JSON.stringify({ ...raw, createdAt }));
    expect(await connections.getConnection()).toBeNull();
    expect(storage.items.has(KEY)).toBe(false);
  });

  it('TreatsAPendingRequestWithoutTimeAsExpired', async () => {
    const sessionCrypto = new OfficialCrypto().stringifyKeypair();
    const raw = { type: 'http', connectionSource: { bridgeUrl: BRIDGE }, sessionCrypto };
    storage.items.set(KEY, JSON.stringify(raw));
    expect(await connections.getConnection()).toBeNull();
  });

  it('StoresInjectedAndWalletConnectEntriesAsTheyAre', async () => {
    const injected = { type: 'injected', jsBridgeKey: 'wallet', nextRpcRequestId: 0 } as const;
    await connections.storeConnection(injected);
    expect(storage.items.get(KEY)).toBe(JSON.stringify(injected));
    expect(await connections.getConnection()).toEqual(injected);
    await connections.storeConnection({ type: 'wallet-connect' });
    expect(storage.items.get(KEY)).toBe('{"type":"wallet-connect"}');
  });

  it.each(['', 'not json', 'null', '{}', '{"type":"http","session":{}}', '{"type":"other"}'])(
    'ReadsMalformedEntriesAsAbsent %j',
    async (text) => {
      storage.items.set(KEY, text);
      expect(await connections.getConnection()).toBeNull();
    },
  );

  it('GivesParallelRequestsDifferentIds', async () => {
    await connections.storeConnection(connected());
    const ids = await Promise.all([1, 2, 3].map(() => connections.takeRequestId()));
    expect(ids).toEqual(['0', '1', '2']);
    expect(stored().nextRpcRequestId).toBe(3);
  });

  it('DoesNotBringARemovedConnectionBack', async () => {
    await connections.storeConnection(connected());
    const { getItem } = storage;
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    // Reads at once, but answers late.
    storage.getItem = async (key) => {
      const value = await getItem(key);
      await released;
      return value;
    };
    const id = connections.takeRequestId();
    await Promise.resolve();
    await Promise.resolve();
    const last = connections.endConnection();
    expect(storage.items.has(KEY)).toBe(false);
    release();
    await Promise.all([id, last]);
    expect(storage.items.has(KEY)).toBe(false);
  });

  it('EndsAConnectionWithTheNextRequestId', async () => {
    await connections.storeConnection({ ...connected(), nextRpcRequestId: 4 });
    expect(await connections.takeRequestId()).toBe('4');
    expect(await connections.endConnection()).toBe('5');
  });

  it('ChangesTheStoredSessionOnlyIfItIsTheSame', async () => {
    const other = new SessionCrypto();
    await connections.storeConnection(connected(other));
    const before = storage.items.get(KEY);
    const { sessionId } = new SessionCrypto();
    await connections.storeEvent(sessionId, 9, null);
    await connections.storeBridgeUrl(sessionId, 'https://other.example.org');
    await connections.removeSession(sessionId);
    expect(storage.items.get(KEY)).toBe(before);
    await connections.storeEvent(other.sessionId, 9, null);
    expect(stored().lastWalletEventId).toBe(9);
    await connections.removeSession(other.sessionId);
    expect(storage.items.has(KEY)).toBe(false);
  });
});
