import { launchParams } from '@prichal/telegram';
import type { EventDispatcher, ITonConnect } from '@tonconnect/sdk';
import type { Connection } from '../connection/connection.js';
import { embeddedKey } from '../connection/injected.js';
import { readSession } from '../connection/session.js';
import { type Lazy, lazy } from '../device/lazy.js';
import { type KeyValueStorage, openStorage } from '../device/storage.js';
import { INITIAL_STATE, type UiState } from '../store/state.js';
import { createStore, type Store } from '../store/store.js';
import type { MountedWidget } from '../ui/mount-widget.js';
import { live } from './load-live.js';
import { assertElement, assertOptions, optionsToState } from './options.js';
import type { TonConnectUiCreateOptions, UserActionEvent } from './public-types.js';
import { createStatusListeners, type StatusListeners } from './status-listeners.js';

/** What was settled when the widget was made. */
export type Settings = {
  manifestUrl: string | undefined;
  /** The caller's own connector, if any. */
  connector: ITonConnect | undefined;
  restoreConnection: boolean;
  widgetRootId: string;
  walletsListSource: string | undefined;
  /** Takes the events instead of the window. */
  eventDispatcher: EventDispatcher<UserActionEvent> | undefined;
};

/**
 * What the parts of one widget share. Making it touches nothing but storage, so React may make one
 * and throw it away; the heavy parts come on demand.
 */
export type Core = {
  readonly settings: Settings;
  readonly store: Store<UiState>;
  /** The state on a server, and in the first client render of server markup. */
  readonly onServer: UiState;
  readonly storage: KeyValueStorage;
  readonly listeners: StatusListeners;
  /** The connection, with the SDK behind it. */
  readonly connection: Lazy<Connection>;
  /** The sheet, with its words. */
  readonly widget: Lazy<MountedWidget>;
  /** The button in the element that `buttonRootId` names. */
  readonly buttonRoot: Lazy<{ dispose(): void }>;
};

export function createCore(options: TonConnectUiCreateOptions): Core {
  assertOptions(options);
  assertElement(options.buttonRootId);
  const settings: Settings = {
    manifestUrl: 'manifestUrl' in options ? options.manifestUrl : undefined,
    connector: 'connector' in options ? options.connector : undefined,
    restoreConnection: options.restoreConnection ?? true,
    widgetRootId: options.widgetRootId ?? 'tc-widget-root',
    walletsListSource: options.walletsListSource,
    eventDispatcher: options.eventDispatcher,
  };
  const storage = openStorage(launchParams()?.user?.id);
  const onServer = {
    ...INITIAL_STATE,
    ...optionsToState(options),
    restoring: settings.restoreConnection,
  };
  const core: Core = {
    settings,
    onServer,
    storage,
    store: createStore({ ...onServer, restoring: mayRestore(settings, storage) }),
    listeners: createStatusListeners(),
    connection: lazy(async () => (await live()).openConnection(core)),
    widget: lazy(async () => (await import('../ui/mount-widget.js')).mountWidget(core)),
    buttonRoot: lazy(async () => (await live()).keepButtonRoot(core)),
  };
  return core;
}

/** Whether the visitor may turn out to be connected already. */
function mayRestore({ restoreConnection, connector }: Settings, storage: KeyValueStorage): boolean {
  if (!restoreConnection || typeof window === 'undefined') return false;
  const { kind } = readSession(storage);
  return kind === 'bridge' || kind === 'extension' || connector !== undefined || !!embeddedKey();
}
