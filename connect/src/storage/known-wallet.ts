import type { Wallet } from '@tonconnect/sdk';
import type { KeyValueStorage } from '../types/internals.js';
import type { CurrentWallet, WalletInfoWithOpenMethod } from '../types/wallets.js';
import { readObject } from './storage.js';

/** The list's entry of the connected wallet, kept so that a reload needs no list. Peer's key. */
const WALLET_INFO_KEY = 'ton-connect-ui_wallet-info';
/** `appName` of the last connected wallet, for the label Recent. Peer's key. */
const PREFERRED_KEY = 'ton-connect-ui_preferred-wallet';

export const preferredWallet = (storage: KeyValueStorage): string | null =>
  storage.get(PREFERRED_KEY);

export function rememberWallet(storage: KeyValueStorage, info: WalletInfoWithOpenMethod): void {
  storage.set(WALLET_INFO_KEY, JSON.stringify(info));
  storage.set(PREFERRED_KEY, info.appName);
}

export const forgetWallet = (storage: KeyValueStorage): void => storage.remove(WALLET_INFO_KEY);

/** What was stored about `wallet`, unless it was about another one. */
export function rememberedInfo(
  storage: KeyValueStorage,
  wallet: Wallet,
): WalletInfoWithOpenMethod | null {
  const stored = readObject(storage, WALLET_INFO_KEY);
  return stored?.appName === wallet.device.appName
    ? (stored as unknown as WalletInfoWithOpenMethod)
    : null;
}

export const withInfo = (wallet: Wallet, info: WalletInfoWithOpenMethod | null): CurrentWallet =>
  info ? { ...info, ...wallet } : wallet;
