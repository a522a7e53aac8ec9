import type { Wallet } from '@prichal/sdk';
import type { KeyValueStorage } from '../internals.js';
import { isObject } from '../objects.js';
import { ABSENT_KEY, SESSION_KEY, WALLET_INFO_KEY } from '../storage.js';
import type { CurrentWallet, WalletInfoWithOpenMethod } from '../wallets/wallet-info.js';

export { SESSION_KEY };

/** TTL of an unanswered request, ms (as in the SDK). */
const PENDING_LIFE_MS = 5 * 60 * 1000;

/**
 * Kind of the stored session: none; a sent request without an answer (the phone closed this page while
 * the wallet was open); a connection over a bridge, through WalletConnect, or through an extension.
 */
export type StoredSession =
  | { kind: 'none' }
  | { kind: 'pending' }
  | { kind: 'bridge'; appName: string; bridgeUrl: string }
  | { kind: 'wallet-connect' }
  | { kind: 'extension'; jsBridgeKey: string };

/** Reads the session that the SDK has stored, without the SDK. */
export function readSession(storage: KeyValueStorage, now: number = Date.now()): StoredSession {
  const stored = readObject(storage, SESSION_KEY) ?? {};
  const { type, jsBridgeKey, connectEvent, createdAt } = stored;
  if (type === 'injected' && typeof jsBridgeKey === 'string') {
    return { kind: 'extension', jsBridgeKey };
  }
  if (type === 'wallet-connect') return { kind: type };
  if (type === 'http' && isObject(connectEvent)) {
    const { bridgeUrl } = Object(stored.session);
    const { appName } = Object(Object(connectEvent.payload).device);
    return { kind: 'bridge', appName: String(appName), bridgeUrl: String(bridgeUrl) };
  }
  const waits = type === 'http' && now - Number(createdAt) < PENDING_LIFE_MS;
  return { kind: waits ? 'pending' : 'none' };
}

/** Stores whether the extension of the stored session has not appeared. */
export function noteAbsent(storage: KeyValueStorage, absent: boolean): void {
  if (absent) storage.set(ABSENT_KEY, '1');
  else storage.remove(ABSENT_KEY);
}

/** Returns a stored JSON object. Null if there is none or the stored value is not an object. */
export function readObject(storage: KeyValueStorage, key: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(storage.get(key) ?? 'null');
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

/** Storage key of the last connected wallet's `appName`, for the label Recent. Peer's key. */
const PREFERRED_KEY = 'ton-connect-ui_preferred-wallet';

export const preferredWallet = (storage: KeyValueStorage): string | null =>
  storage.get(PREFERRED_KEY);

/** Stores the list entry and the user-friendly address of the connected wallet. */
export function rememberWallet(
  storage: KeyValueStorage,
  info: WalletInfoWithOpenMethod,
  address: string,
): void {
  storage.set(WALLET_INFO_KEY, JSON.stringify({ ...info, address }));
  storage.set(PREFERRED_KEY, info.appName);
}

export const forgetWallet = (storage: KeyValueStorage): void => storage.remove(WALLET_INFO_KEY);

/** Returns the stored list entry of `wallet`. Null if it belongs to another wallet. */
export function rememberedInfo(
  storage: KeyValueStorage,
  wallet: Wallet,
): WalletInfoWithOpenMethod | null {
  const { address, ...info } = readObject(storage, WALLET_INFO_KEY) ?? {};
  return info.appName === wallet.device.appName
    ? (info as unknown as WalletInfoWithOpenMethod)
    : null;
}

export const withInfo = (wallet: Wallet, info: WalletInfoWithOpenMethod | null): CurrentWallet =>
  info ? { ...info, ...wallet } : wallet;
