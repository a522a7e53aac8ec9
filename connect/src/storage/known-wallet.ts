import type { Wallet } from '@prichal/sdk';
import type { KeyValueStorage } from '../types/internals.js';
import type { CurrentWallet, WalletInfoWithOpenMethod } from '../types/wallets.js';
import { readObject } from './session.js';
import { WALLET_INFO_KEY } from './session-hint.js';

/** `appName` of the last connected wallet, for the label Recent. Peer's key. */
const PREFERRED_KEY = 'ton-connect-ui_preferred-wallet';

export const preferredWallet = (storage: KeyValueStorage): string | null =>
  storage.get(PREFERRED_KEY);

/** Keeps the list's entry of a wallet that is connected, and its user-friendly address. */
export function rememberWallet(
  storage: KeyValueStorage,
  info: WalletInfoWithOpenMethod,
  address: string,
): void {
  storage.set(WALLET_INFO_KEY, JSON.stringify({ ...info, address }));
  storage.set(PREFERRED_KEY, info.appName);
}

export const forgetWallet = (storage: KeyValueStorage): void => storage.remove(WALLET_INFO_KEY);

/** What was stored about `wallet`, unless it was about another one. */
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
