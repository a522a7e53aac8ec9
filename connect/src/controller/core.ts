import { launchUserId } from '@prichal/telegram';
import type { Connection } from '../connection/connection.js';
import { inWalletBrowser } from '../connection/in-wallet-browser.js';
import { sessionHint } from '../connection/session-hint.js';
import { type Lazy, lazy } from '../device/lazy.js';
import { type KeyValueStorage, openStorage } from '../device/storage.js';
import { INITIAL_STATE, type UiState } from '../store/state.js';
import { createStore, type Store } from '../store/store.js';
import type { MountedWidget } from '../ui/mount-widget.js';
import { live, loadSdk } from './load-live.js';
import { assertElement, assertOptions, optionsToState } from './options.js';
import type {
  TonConnectUiCreateOptions,
  TonConnectUiOptionsWithConnector,
  TonConnectUiOptionsWithManifest,
} from './public-types.js';
import type { StatusListener } from './status-listeners.js';

/** What was settled when the widget was made. */
export type Settings = Pick<
  TonConnectUiOptionsWithManifest & TonConnectUiOptionsWithConnector,
  'manifestUrl' | 'connector' | 'widgetRootId' | 'walletsListSource' | 'eventDispatcher'
> & { restoreConnection: boolean };

/**
 * What the parts of one widget share. Making it touches nothing but storage, so React may make one
 * and throw it away; the heavy parts come on demand.
 */
export type Core = {
  readonly settings: Settings;
  /** Nobody would take down what is put up now: a chunk may come after the page has let go. */
  stopped: boolean;
  readonly store: Store<UiState>;
  /** The state on a server, and in the first client render of server markup. */
  readonly onServer: UiState;
  readonly storage: KeyValueStorage;
  /** The host's callbacks. */
  readonly listeners: Set<StatusListener>;
  /** The connection, with the SDK behind it. */
  readonly connection: Lazy<Connection>;
  /** The sheet, with its words. */
  readonly widget: Lazy<MountedWidget>;
  /** What few pages ask for: a button outside of React, a dispatcher of their own. */
  readonly extras: Lazy<{ dispose(): void }>;
};

export function createCore(options: TonConnectUiCreateOptions): Core {
  assertOptions(options);
  assertElement(options.buttonRootId);
  const settings: Settings = { ...options, restoreConnection: options.restoreConnection ?? true };
  const storage = openStorage(launchUserId());
  const onServer = {
    ...INITIAL_STATE,
    ...optionsToState(options),
    restoring: settings.restoreConnection,
  };
  const core: Core = {
    settings,
    stopped: false,
    onServer,
    storage,
    store: createStore({ ...onServer, restoring: mayRestore(settings, storage) }),
    listeners: new Set(),
    connection: lazy(async () => {
      const sdk = loadSdk().catch((error: unknown): undefined => {
        // A connector of the caller's own can do without.
        if (!settings.connector) throw error;
      });
      const [{ openConnection }, loaded] = await Promise.all([live(), sdk]);
      return openConnection(core, loaded);
    }),
    widget: lazy(async () => (await live()).mountWidget(core)),
    extras: lazy(async () => (await live()).addExtras(core)),
  };
  return core;
}

/** Whether the visitor may turn out to be connected already. */
const mayRestore = (
  { restoreConnection, connector }: Settings,
  storage: KeyValueStorage,
): boolean =>
  restoreConnection &&
  typeof window !== 'undefined' &&
  (connector !== undefined || sessionHint(storage) === 'connected' || inWalletBrowser());
