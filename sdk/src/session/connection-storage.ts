import type { ConnectEventSuccess } from '../protocol/wire.js';
import type { IStorage, KeyPair, WalletConnectionSourceHTTP } from '../types/index.js';
import { SessionCrypto } from './session-crypto.js';

/** Where a connect request over bridges goes: one wallet, or every wallet on several bridges. */
export type BridgeSource =
  | WalletConnectionSourceHTTP
  | readonly Pick<WalletConnectionSourceHTTP, 'bridgeUrl'>[];

/** Storage key of the connection. */
export const SESSION_KEY = 'ton-connect-storage_bridge-connection';

/** The stored JSON, as the official SDK 3.4.1 writes it. */
export type RawConnection =
  | {
      type: 'http';
      connectEvent: ConnectEventSuccess;
      session: { sessionKeyPair: KeyPair; walletPublicKey: string; bridgeUrl: string };
      lastWalletEventId?: number | undefined;
      nextRpcRequestId: number;
    }
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
export function readRaw(text: string | null): RawConnection | null {
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

/** A connect request over bridges that no wallet has answered yet. */
export type PendingHttpConnection = {
  type: 'http';
  connectionSource: BridgeSource;
  sessionCrypto: SessionCrypto;
};

export type HttpConnection = {
  type: 'http';
  /** The approval, with `ton_addr` as its only item. */
  connectEvent: ConnectEventSuccess;
  session: BridgeSession;
  lastWalletEventId?: number | undefined;
  nextRpcRequestId: number;
};

export type StoredConnection =
  | PendingHttpConnection
  | HttpConnection
  | { type: 'injected'; jsBridgeKey: string; nextRpcRequestId: number }
  | { type: 'wallet-connect' };

/** A pending connection is restored for this long after its request, in ms. */
const PENDING_LIFETIME_MS = 5 * 60_000;

/**
 * The stored connection, in the format and under the key of the official SDK 3.4.1, so that either
 * library continues a session of the other one.
 */
export class ConnectionStorage {
  readonly storage: IStorage;
  /** Tail of the queue of read-modify-write operations. */
  private changes: Promise<unknown> = Promise.resolve();
  /** Last request ID that was taken of this connection. -1 if none. */
  private takenId = -1;
  /** Counts writes that replace the connection, so that a change of an older one is dropped. */
  private version = 0;

  constructor(storage: IStorage) {
    this.storage = storage;
  }

  /** Replaces the stored connection. Starts the write synchronously. */
  storeConnection(connection: StoredConnection): Promise<void> {
    this.version += 1;
    this.takenId = -1;
    return this.storage.setItem(SESSION_KEY, JSON.stringify(toRaw(connection)));
  }

  /** Removes the stored connection. Starts the removal synchronously. */
  removeConnection(): Promise<void> {
    this.version += 1;
    this.takenId = -1;
    return this.storage.removeItem(SESSION_KEY);
  }

  /** Removes the stored connection if it belongs to the bridge session `sessionId`. */
  async removeSession(sessionId: string): Promise<void> {
    const version = this.version;
    const raw = await this.read();
    if (version === this.version && raw && sessionIdOf(raw) === sessionId) {
      await this.removeConnection();
    }
  }

  /** The stored connection. Null if nothing valid is stored or a pending connection has expired. */
  async getConnection(): Promise<StoredConnection | null> {
    try {
      const raw = await this.read();
      if (raw?.type !== 'http') return raw;
      if ('connectEvent' in raw) {
        const { sessionKeyPair, walletPublicKey, bridgeUrl } = raw.session;
        const sessionCrypto = new SessionCrypto(sessionKeyPair);
        return { ...raw, session: { sessionCrypto, bridgeUrl, walletPublicKey } };
      }
      if (Date.now() - (raw.createdAt ?? 0) > PENDING_LIFETIME_MS) {
        await this.removeConnection();
        return null;
      }
      const { connectionSource } = raw;
      return {
        type: 'http',
        connectionSource,
        sessionCrypto: new SessionCrypto(raw.sessionCrypto),
      };
    } catch {
      return null;
    }
  }

  /** Whether the bridge session `sessionId` is stored, with its wallet. */
  async holds(sessionId: string): Promise<boolean> {
    const raw = await this.read();
    return raw !== null && 'connectEvent' in raw && sessionIdOf(raw) === sessionId;
  }

  /** The kind of the stored connection. Null if nothing valid is stored. */
  async storedConnectionType(): Promise<StoredConnection['type'] | null> {
    return (await this.read())?.type ?? null;
  }

  /**
   * Takes the ID of the next request: `'0'` for the first one of a session, then one more each time.
   * Parallel calls get different IDs. `'0'` if no connection is stored.
   */
  async takeRequestId(): Promise<string> {
    let id = 0;
    await this.change((raw) => {
      if (!('nextRpcRequestId' in raw)) return null;
      id = raw.nextRpcRequestId || 0;
      this.takenId = id;
      return { ...raw, nextRpcRequestId: id + 1 };
    });
    return String(id);
  }

  /**
   * Removes the stored connection. Resolves with the ID of the request that tells the wallet about it.
   * Starts the removal synchronously.
   */
  async endConnection(): Promise<string> {
    const stored = this.read().catch(() => null);
    const taken = this.takenId;
    await this.removeConnection();
    const raw = await stored;
    const next = raw && 'nextRpcRequestId' in raw ? raw.nextRpcRequestId || 0 : 0;
    return String(Math.max(next, taken + 1));
  }

  /** Stores the last event of the wallet and its new approval, if the stored session is `sessionId`. */
  storeEvent(
    sessionId: string,
    lastWalletEventId: number | undefined,
    connectEvent: ConnectEventSuccess | null,
  ): Promise<void> {
    return this.change((raw) =>
      'connectEvent' in raw && sessionIdOf(raw) === sessionId
        ? {
            ...raw,
            lastWalletEventId: lastWalletEventId ?? raw.lastWalletEventId,
            connectEvent: connectEvent ?? raw.connectEvent,
          }
        : null,
    );
  }

  /** Stores that the session `sessionId` has moved to another bridge. */
  storeBridgeUrl(sessionId: string, bridgeUrl: string): Promise<void> {
    return this.change((raw) =>
      'connectEvent' in raw && sessionIdOf(raw) === sessionId
        ? { ...raw, session: { ...raw.session, bridgeUrl } }
        : null,
    );
  }

  private async read(): Promise<RawConnection | null> {
    return readRaw(await this.storage.getItem(SESSION_KEY));
  }

  /** Changes the stored connection; changes run one after another. `change` returns null to keep it. */
  private change(change: (raw: RawConnection) => RawConnection | null): Promise<void> {
    const run = async (): Promise<void> => {
      const version = this.version;
      const raw = await this.read();
      const changed = raw && version === this.version && change(raw);
      if (changed) await this.storage.setItem(SESSION_KEY, JSON.stringify(changed));
    };
    const result = this.changes.then(run);
    this.changes = result.catch(() => undefined);
    return result;
  }
}

function toRaw(connection: StoredConnection): RawConnection {
  if (connection.type !== 'http') return connection;
  if ('connectEvent' in connection) {
    const { connectEvent, session, lastWalletEventId, nextRpcRequestId } = connection;
    const { sessionCrypto, walletPublicKey, bridgeUrl } = session;
    return {
      type: 'http',
      connectEvent,
      session: { sessionKeyPair: sessionCrypto.stringifyKeypair(), walletPublicKey, bridgeUrl },
      lastWalletEventId,
      nextRpcRequestId,
    };
  }
  return {
    type: 'http',
    connectionSource: connection.connectionSource,
    sessionCrypto: connection.sessionCrypto.stringifyKeypair(),
    createdAt: Date.now(),
  };
}

const sessionIdOf = (raw: RawConnection): string | undefined =>
  raw.type !== 'http'
    ? undefined
    : 'connectEvent' in raw
      ? raw.session.sessionKeyPair.publicKey
      : raw.sessionCrypto.publicKey;
