import type { ConnectEventSuccess } from '../protocol/wire.js';
import type { KeyPair, WalletConnectionSourceHTTP } from '../types/index.js';

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
