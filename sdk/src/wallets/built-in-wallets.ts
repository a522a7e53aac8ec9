import type { WalletInfoDTO } from '../types/wallet-info.js';

/** Returns the wallets list that is built into this package, which may be old. Not in the official SDK. */
export const getBuiltInWallets = async (): Promise<readonly WalletInfoDTO[]> =>
  (await import('./fallback-list.js')).FALLBACK_LIST;
