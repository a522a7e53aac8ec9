import { TonConnectError } from '../errors/base-error.js';
import type { WalletConnectOptions } from '../types/wallet-connect.js';
import type { UniversalConnectorClass } from './universal-connector.js';

/** What the app has passed to `initializeWalletConnect`. */
export type WalletConnectSettings = {
  Connector: UniversalConnectorClass;
  options: WalletConnectOptions;
};

let settings: WalletConnectSettings | undefined;

/**
 * Turns WalletConnect on. Call it once, before the first use of `{ type: 'wallet-connect' }`.
 * @param UniversalConnectorCls `UniversalConnector` of `@reown/appkit-universal-connector`.
 * @throws TonConnectError at the second call, or if the class has no method `init`.
 */
export function initializeWalletConnect(
  // biome-ignore lint/complexity/noBannedTypes: the official signature.
  UniversalConnectorCls: Function,
  walletConnectOptions: WalletConnectOptions,
): void {
  if (settings) throw new TonConnectError('Wallet Connect already initialized.');
  if (typeof UniversalConnectorCls !== 'function' || !('init' in UniversalConnectorCls)) {
    throw new TonConnectError('Initialize UniversalConnectorCls must be set');
  }
  const Connector = UniversalConnectorCls as unknown as UniversalConnectorClass;
  settings = { Connector, options: walletConnectOptions };
}

/** Whether `initializeWalletConnect` was called. */
export const isWalletConnectInitialized = (): boolean => settings !== undefined;

/** @throws TonConnectError if `initializeWalletConnect` was not called. */
export function walletConnectSettings(): WalletConnectSettings {
  if (!settings) throw new TonConnectError('Wallet Connect is not initialized.');
  return settings;
}
