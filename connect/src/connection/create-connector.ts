import type { EventDispatcher, IStorage, SdkActionEvent, TonConnect } from '@prichal/sdk';
import { afterPaint } from '../loading/after-paint.js';
import type { Sdk } from '../types/connection.js';
import type { ConnectionContext, KeyValueStorage } from '../types/internals.js';
import { defined } from '../types/objects.js';
import { listEntries } from '../wallets/list.js';
import type { WalletEntry } from '../wallets/parse-list.js';

/** Creates the connector, with the widget's storage and wallets list. Analytics are off by default. */
export function createConnector(
  internals: ConnectionContext,
  { TonConnect }: Sdk,
  eventDispatcher: EventDispatcher<SdkActionEvent>,
): TonConnect {
  const { settings, store, storage } = internals;
  const { walletsRequiredFeatures, analytics } = store.get();
  const options = {
    manifestUrl: settings.manifestUrl,
    walletsList: lazyList(internals),
    walletsRequiredFeatures,
    storage: asyncStorage(storage),
    analytics,
    eventDispatcher,
  };
  return new TonConnect(defined(options));
}

/** The widget's list, which is loaded after the next paint when the connector needs it first. */
const lazyList = (internals: ConnectionContext): PromiseLike<WalletEntry[]> => ({
  // biome-ignore lint/suspicious/noThenProperty: the connector awaits it, and only then is it loaded.
  then: (...use) =>
    new Promise<void>((resolve) => afterPaint(resolve))
      .then(() => listEntries(internals))
      .then(...use),
});

const asyncStorage = (storage: KeyValueStorage): IStorage => ({
  getItem: async (key) => storage.get(key),
  setItem: async (key, value) => storage.set(key, value),
  removeItem: async (key) => storage.remove(key),
});
