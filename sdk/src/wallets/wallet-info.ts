import type {
  WalletInfo,
  WalletInfoCurrentlyEmbedded,
  WalletInfoCurrentlyInjected,
  WalletInfoInjectable,
  WalletInfoInjected,
  WalletInfoRemote,
} from '../types/wallet-info.js';

/** Whether the wallet is reached over a bridge. */
export const isWalletInfoRemote = (value: WalletInfo): value is WalletInfoRemote =>
  'bridgeUrl' in value;

/** Whether the wallet can inject itself into pages. It may be absent from this one. */
export const isWalletInfoInjectable = (value: WalletInfo): value is WalletInfoInjectable =>
  'jsBridgeKey' in value;

/** Whether the wallet is injected into this page. */
export const isWalletInfoCurrentlyInjected = (
  value: WalletInfo,
): value is WalletInfoCurrentlyInjected => isWalletInfoInjectable(value) && value.injected;

/** Whether this page is open in the browser of the wallet. */
export const isWalletInfoCurrentlyEmbedded = (
  value: WalletInfo,
): value is WalletInfoCurrentlyEmbedded => isWalletInfoCurrentlyInjected(value) && value.embedded;

/** @deprecated Use `isWalletInfoInjectable` or `isWalletInfoCurrentlyInjected`. */
export const isWalletInfoInjected = (value: WalletInfo): value is WalletInfoInjected =>
  'jsBridgeKey' in value;
