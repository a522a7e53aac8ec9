import type { ITonConnect } from '@tonconnect/sdk';
import type { Core } from '../controller/core.js';
import { awakeCores } from '../controller/lifecycle.js';
import type { Sdk } from '../controller/load-live.js';
import { tellDisconnected } from '../events/connection-events.js';
import { createConnector } from './create-connector.js';
import { keepAlive } from './keep-alive.js';
import { restore } from './restore.js';
import { askSdkVersion, type SdkEvents, sdkEvents } from './sdk-events.js';

/**
 * A connector, and the widgets that use it. Widgets of one app on a page have one: two would restore
 * the same stored session over two streams, and each would undo what the other does.
 */
export type Shared = {
  readonly connector: ITonConnect;
  /** One for each connection that a widget has opened. */
  readonly users: Set<symbol>;
  /** Picks the stored session up, once for all. */
  restored(): Promise<void>;
  /** This page is ending the connection; else it is the wallet. */
  leaving: boolean;
  stop(): void;
};

const open = new Map<unknown, Shared>();

/** What tells one connection from another on this page. */
const keyOf = ({ settings }: Core): unknown => settings.connector ?? settings.manifestUrl;

/** The connection of this widget's app, made by the first who needs it. */
export function join(core: Core, user: symbol, sdk: Sdk | undefined): Shared {
  const own = core.settings.connector;
  const key = keyOf(core);
  let shared = open.get(key);
  if (!shared) {
    const events = sdkEvents(core.settings.eventDispatcher);
    const connector = own ?? createConnector(core, (sdk as Sdk).TonConnect, events);
    askSdkVersion(events).catch(() => undefined);
    shared = share(core, connector, sdk, events);
    open.set(key, shared);
  }
  shared.users.add(user);
  return shared;
}

/** The last to leave closes the connection; the session stays stored. */
export function leave(core: Core, shared: Shared, user: symbol): void {
  shared.users.delete(user);
  if (shared.users.size > 0) return;
  open.delete(keyOf(core));
  shared.stop();
}

function share(
  first: Core,
  connector: ITonConnect,
  sdk: Sdk | undefined,
  events: SdkEvents,
): Shared {
  const own = connector === first.settings.connector;
  const { network } = first.store.get();
  if (network !== undefined) connector.setConnectionNetwork(network);
  const abort = new AbortController();
  if (!own) events.heard = keepAlive(connector, abort.signal);
  let { wallet } = connector;
  let restoring: Promise<void> | undefined;

  const shared: Shared = {
    connector,
    users: new Set(),
    leaving: false,
    restored() {
      restoring ??= restore(first, connector, sdk, abort.signal);
      return restoring;
    },
    stop() {
      abort.abort();
      unsubscribe();
      events.removeAll();
      // A connector of the caller's own may be in use elsewhere.
      if (!own) connector.pauseConnection();
    },
  };
  const unsubscribe = connector.onStatusChange((next) => {
    if (wallet && !next && !shared.leaving) tellDisconnected(first, wallet, 'wallet');
    wallet = next;
    // Widgets that have not needed the connection yet show the wallet too.
    if (!next) return;
    for (const other of awakeCores()) {
      if (keyOf(other) === keyOf(first)) other.connection.load().catch(reportError);
    }
  });
  return shared;
}
