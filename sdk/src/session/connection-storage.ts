import type { ConnectEventSuccess } from '../protocol/wire.js';
import type { IStorage, KeyPair, WalletConnectionSourceHTTP } from '../types/index.js';
import { SessionCrypto } from './session-crypto.js';

/** Where a connect request over bridges goes: one wallet, or every wallet on several bridges. */
export type BridgeSource =
  | WalletConnectionSourceHTTP
  | readonly Pick<WalletConnectionSourceHTTP, 'bridgeUrl'>[];

/** Storage key of the connection. */
export const SESSION_KEY = 'ton-connect-storage_bridge-connection';

/** A session with its wallet. */
type RawHttpConnection = {
  type: 'http';
  /** The approval, with `ton_addr` as its only item. */
  connectEvent: ConnectEventSuccess;
  session: { sessionKeyPair: KeyPair; walletPublicKey: string; bridgeUrl: string };
  lastWalletEventId?: number | undefined;
  nextRpcRequestId: number;
};

/** The stored JSON, as the official SDK 3.4.1 writes it. */
type RawConnection =
  | RawHttpConnection
  | {
      type: 'http';
      connectionSource: BridgeSource;
      sessionCrypto: KeyPair;
      /** Unix time in ms. SDKs before 3.1 omit it, which counts as expired. */
      createdAt?: number;
    }
  | { type: 'injected'; jsBridgeKey: string; nextRpcRequestId: number }
  | { type: 'wallet-connect' };

/** Parses the stored text. Null if it is absent or not an object of a known type. */
function readRaw(text: string | null): RawConnection | null {
  try {
    const raw = JSON.parse(text ?? 'null') as RawConnection | null;
    return raw && ['http', 'injected', 'wallet-connect'].includes(raw.type) ? raw : null;
  } catch {
    return null;
  }
}

/** Keys and addresses of a session with one wallet over a bridge. */
export type BridgeSession = {
  sessionCrypto: SessionCrypto;
  walletPublicKey: string;
  bridgeUrl: string;
};

/** `RawConnection` with keys that can be used. */
export type StoredConnection =
  | { type: 'http'; connectionSource: BridgeSource; sessionCrypto: SessionCrypto }
  | (Omit<RawHttpConnection, 'session'> & { session: BridgeSession })
  | { type: 'injected'; jsBridgeKey: string; nextRpcRequestId: number }
  | { type: 'wallet-connect' };

/** A pending connection is restored for this long after its request, in ms. */
const PENDING_LIFETIME_MS = 5 * 60_000;

/**
 * The stored connection, in the format and under the key of the official SDK 3.4.1, so that either
 * library continues a session of the other one.
 */
export type ConnectionStorage = ReturnType<typeof createConnectionStorage>;

export function createConnectionStorage(storage: IStorage) {
  /** Tail of the queue of read-modify-write operations. */
  let changes: Promise<unknown> = Promise.resolve();
  /** Last used request ID of this connection. -1 if none. */
  let takenId = -1;
  /** Identifies the last write that replaced the connection. A change of an older one is dropped. */
  let version = Symbol();

  const replaced = (): void => {
    version = Symbol();
    takenId = -1;
  };

  const read = async (): Promise<RawConnection | null> =>
    readRaw(await storage.getItem(SESSION_KEY));

  const write = (raw: RawConnection): Promise<void> =>
    storage.setItem(SESSION_KEY, JSON.stringify(raw));

  /** Changes the stored connection; changes run one after another. `change` returns null to keep it. */
  const update = (change: (raw: RawConnection) => RawConnection | null): Promise<void> => {
    const run = async (): Promise<void> => {
      const before = version;
      const raw = await read();
      const changed = raw && before === version && change(raw);
      if (changed) await write(changed);
    };
    const result = changes.then(run);
    changes = result.catch(() => undefined);
    return result;
  };

  /** As `update`, if the session `sessionId` is stored with its wallet. */
  const updateSession = (
    sessionId: string,
    change: (raw: RawHttpConnection) => RawConnection,
  ): Promise<void> =>
    update((raw) =>
      'connectEvent' in raw && keysOf(raw)?.publicKey === sessionId ? change(raw) : null,
    );

  /** Removes the stored connection. Starts the removal synchronously. */
  const removeConnection = (): Promise<void> => {
    replaced();
    return storage.removeItem(SESSION_KEY);
  };

  return {
    storage,
    removeConnection,

    /** Replaces the stored connection. Starts the write synchronously. */
    storeConnection(connection: StoredConnection): Promise<void> {
      replaced();
      return write(toRaw(connection));
    },

    /** Removes the stored connection if it belongs to the bridge session `sessionId`. */
    async removeSession(sessionId: string): Promise<void> {
      const before = version;
      const raw = await read();
      if (before === version && keysOf(raw)?.publicKey === sessionId) await removeConnection();
    },

    /** The stored connection. Null if nothing valid is stored or a pending connection has expired. */
    async getConnection(): Promise<StoredConnection | null> {
      try {
        const raw = await read();
        if (raw?.type !== 'http') return raw;
        if ('connectEvent' in raw) {
          const { sessionKeyPair, walletPublicKey, bridgeUrl } = raw.session;
          const sessionCrypto = new SessionCrypto(sessionKeyPair);
          return { ...raw, session: { sessionCrypto, bridgeUrl, walletPublicKey } };
        }
        if (Date.now() - (raw.createdAt ?? 0) > PENDING_LIFETIME_MS) {
          await removeConnection();
          return null;
        }
        const { type, connectionSource } = raw;
        return { type, connectionSource, sessionCrypto: new SessionCrypto(raw.sessionCrypto) };
      } catch {
        return null;
      }
    },

    /** Whether the bridge session `sessionId` is stored, with its wallet. */
    async holds(sessionId: string): Promise<boolean> {
      const raw = await read();
      return raw !== null && 'connectEvent' in raw && keysOf(raw)?.publicKey === sessionId;
    },

    /** Whether anything valid is stored. */
    isStored: async (): Promise<boolean> => (await read()) !== null,

    /**
     * Takes the ID of the next request: `'0'` for the first one of a session, then one more each time.
     * Parallel calls get different IDs. `'0'` if no connection is stored.
     */
    async takeRequestId(): Promise<string> {
      let id = 0;
      await update((raw) => {
        if (!('nextRpcRequestId' in raw)) return null;
        id = raw.nextRpcRequestId || 0;
        takenId = id;
        return { ...raw, nextRpcRequestId: id + 1 };
      });
      return String(id);
    },

    /**
     * Removes the stored connection. Resolves with the ID of the request that notifies the wallet. Starts the removal
     * synchronously.
     */
    async endConnection(): Promise<string> {
      const stored = read().catch(() => null);
      const taken = takenId;
      await removeConnection();
      const raw = await stored;
      const next = raw && 'nextRpcRequestId' in raw ? raw.nextRpcRequestId || 0 : 0;
      return String(Math.max(next, taken + 1));
    },

    /** Stores the last event of the wallet and its new approval, if the stored session is `sessionId`. */
    storeEvent: (
      sessionId: string,
      lastWalletEventId: number | undefined,
      connectEvent: ConnectEventSuccess | null,
    ): Promise<void> =>
      updateSession(sessionId, (raw) => ({
        ...raw,
        lastWalletEventId: lastWalletEventId ?? raw.lastWalletEventId,
        connectEvent: connectEvent ?? raw.connectEvent,
      })),

    /** Stores that the session `sessionId` has moved to another bridge. */
    storeBridgeUrl: (sessionId: string, bridgeUrl: string): Promise<void> =>
      updateSession(sessionId, (raw) => ({ ...raw, session: { ...raw.session, bridgeUrl } })),
  };
}

function toRaw(connection: StoredConnection): RawConnection {
  if (connection.type !== 'http') return connection;
  if ('connectEvent' in connection) {
    const { type, connectEvent, session, lastWalletEventId, nextRpcRequestId } = connection;
    const { sessionCrypto, walletPublicKey, bridgeUrl } = session;
    const sessionKeyPair = sessionCrypto.stringifyKeypair();
    const keys = { sessionKeyPair, walletPublicKey, bridgeUrl };
    return { type, connectEvent, session: keys, lastWalletEventId, nextRpcRequestId };
  }
  const sessionCrypto = connection.sessionCrypto.stringifyKeypair();
  return { ...connection, sessionCrypto, createdAt: Date.now() };
}

/** Keys of a connection over a bridge. */
const keysOf = (raw: RawConnection | null): KeyPair | undefined =>
  raw?.type !== 'http'
    ? undefined
    : 'connectEvent' in raw
      ? raw.session.sessionKeyPair
      : raw.sessionCrypto;
