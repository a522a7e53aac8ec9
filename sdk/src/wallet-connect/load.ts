import type { Provider, ProviderEvent, ProviderListener } from '../connector/provider.js';
import { TonConnectError } from '../errors/index.js';
import { Listeners } from '../events/listeners.js';
import { toRawAddress } from '../protocol/address.js';
import { UUIDv7 } from '../protocol/uuid.js';
import type { ConnectionStorage } from '../session/connection-storage.js';
import { isUserFriendlyAddress } from '../validation/values.js';
import { type Shared, walletConnectSettings } from './settings.js';

const SHARED: Shared = {
  TonConnectError,
  newId: (): string => UUIDv7(),
  toRaw: (address: string): string =>
    isUserFriendlyAddress(address) ? toRawAddress(address) : address,
};

/**
 * Returns a provider whose code is loaded now.
 * @throws TonConnectError if `initializeWalletConnect` was not called.
 */
export function createWalletConnectProvider(storage: ConnectionStorage): Provider {
  const settings = walletConnectSettings();
  const listeners = new Listeners<ProviderEvent>();
  const emit: ProviderListener = (event) => listeners.emit(event);
  const loading = import('./wallet-connect-provider.js').then(
    ({ WalletConnectProvider }) => new WalletConnectProvider(storage, settings, emit, SHARED),
  );
  const whenLoaded = (use: (provider: Awaited<typeof loading>) => void): void =>
    void loading.then(use, () => undefined);
  return {
    type: 'injected',
    connect(request, options) {
      const { traceId } = options;
      loading
        .then((provider) => provider.connect(request, options))
        .catch((error: unknown) => {
          const payload = { code: 0, message: String(error) };
          emit({ event: 'connect_error', id: 0, payload, traceId });
        });
      return undefined;
    },
    restoreConnection: async (options) => (await loading).restoreConnection(options),
    sendRequest: async (request, options) => (await loading).sendRequest(request, options),
    async disconnect() {
      listeners.clear();
      await storage.removeConnection();
      whenLoaded((provider) => provider.end());
    },
    closeConnection() {
      listeners.clear();
      whenLoaded((provider) => provider.end());
    },
    close() {
      listeners.clear();
      whenLoaded((provider) => provider.stop());
    },
    listen: (listener) => listeners.add(listener),
  };
}
