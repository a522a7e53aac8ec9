import type {
  EventDispatcher,
  IStorage,
  ITonConnect,
  OptionalTraceable,
  SdkActionEvent,
  TonConnect,
} from '@prichal/sdk';
import { emitDisconnected } from '../events/connection-events.js';
import { askSdkVersion, createSdkDispatcher, type SdkDispatcher } from '../events/emit.js';
import type { ConnectionContext, KeyValueStorage } from '../internals.js';
import { afterPaint } from '../loading/after-paint.js';
import { defined } from '../objects.js';
import { listEntries } from '../wallets/list.js';
import type { WalletEntry } from '../wallets/parse-list.js';
import { asOwnConnector, type Sdk } from './connector.js';
import { restore } from './restore.js';

/**
 * A connector and the widgets that use it. Widgets of one app on a page share one. Two connectors would
 * restore the same stored session over two streams and overwrite each other's changes.
 */
export type Shared = {
  readonly connector: ITonConnect;
  /** One symbol for each widget's connection. */
  readonly users: Set<symbol>;
  /** Restores the stored session, once for all users. */
  restored(): Promise<void>;
  /** Whether this page is disconnecting. If false, the wallet has disconnected. */
  readonly leaving: boolean;
  /** Disconnects and removes the session at once, and notifies the wallet. */
  disconnect(options: OptionalTraceable): Promise<void>;
  stop(): void;
};

const open = new Map<unknown, Shared>();

/** Returns the key of a connector. Widgets with the same key share one connector. */
export const connectorKey = ({ settings }: ConnectionContext): unknown =>
  settings.connector ?? settings.manifestUrl;

/** Returns the connector of this widget's app. Creates it for the first widget. */
export function join(internals: ConnectionContext, user: symbol, sdk: Sdk | undefined): Shared {
  const own = internals.settings.connector;
  const key = connectorKey(internals);
  let shared = open.get(key);
  if (!shared) {
    const events = createSdkDispatcher(internals.settings.eventDispatcher);
    const connector = own ?? createConnector(internals, sdk as Sdk, events);
    askSdkVersion(events).catch(() => undefined);
    shared = share(internals, connector, sdk, events);
    open.set(key, shared);
  }
  shared.users.add(user);
  return shared;
}

/** Removes a user. After the last one, closes the connection. The session stays stored. */
export function leave(internals: ConnectionContext, shared: Shared, user: symbol): void {
  shared.users.delete(user);
  if (shared.users.size > 0) return;
  open.delete(connectorKey(internals));
  shared.stop();
}

function share(
  first: ConnectionContext,
  connector: ITonConnect,
  sdk: Sdk | undefined,
  events: SdkDispatcher,
): Shared {
  const own = connector === first.settings.connector;
  const { network } = first.store.get();
  if (network !== undefined) connector.setConnectionNetwork(network);
  const abort = new AbortController();
  let { wallet } = connector;
  let restoring: Promise<void> | undefined;

  const shared = {
    connector,
    users: new Set<symbol>(),
    leaving: false,
    async disconnect(options: OptionalTraceable) {
      shared.leaving = true;
      try {
        await connector.disconnect(options);
      } finally {
        shared.leaving = false;
      }
    },
    restored() {
      restoring ??= restore(first, connector, sdk, abort.signal);
      return restoring;
    },
    stop() {
      abort.abort();
      unsubscribe();
      events.removeAll();
      // A custom connector may be in use elsewhere.
      if (!own) asOwnConnector(connector)?.close();
    },
  };
  const unsubscribe = connector.onStatusChange((next) => {
    if (wallet && !next && !shared.leaving) emitDisconnected(first, wallet, 'wallet');
    wallet = next;
  });
  return shared;
}

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

/** The widget's list. If the connector needs it first, it loads after the next paint. */
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
