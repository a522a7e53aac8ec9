import { launchUserId } from '@prichal/telegram';
import { embeddedKey } from './device/injected-wallets.js';
import type { Internals, KeyValueStorage, LazyChunk, LoadedOnce, Settings } from './internals.js';
import { lazy } from './loading/lazy-part.js';
import { loadSdk } from './loading/load-sdk.js';
import type { TonConnectUiCreateOptions } from './options.js';
import { assertElement, assertOptions, optionsToState } from './set-options.js';
import type { UiState } from './state.js';
import { INITIAL_STATE } from './state.js';
import { openStorage, sessionHint, storedAddress } from './storage.js';
import { assertInUse, createStore } from './store.js';

/**
 * Creates the parts of a widget.
 * @throws TonConnectUIError if there is neither a manifest nor a connector, or no element with the id
 * `buttonRootId`.
 */
export function createInternals(
  options: TonConnectUiCreateOptions,
  lazyChunk: LoadedOnce<LazyChunk>,
): Internals {
  assertOptions(options);
  assertElement(options.buttonRootId);
  const settings: Settings = { ...options, restoreConnection: options.restoreConnection ?? true };
  const storage = openStorage(launchUserId());
  const onServer = {
    ...INITIAL_STATE,
    ...optionsToState(options),
    restoring: settings.restoreConnection,
  };
  const assertAllowed = (): void => assertInUse(internals);
  const internals: Internals = {
    settings,
    opening: new AbortController(),
    onServer,
    storage,
    store: createStore({ ...onServer, ...whatIsStored(settings, storage) }),
    listeners: new Set(),
    lazyChunk,
    connection: lazy(async () => {
      const sdk = loadSdk().catch((error: unknown): undefined => {
        // A custom connector works without the SDK.
        if (!settings.connector) throw error;
      });
      const [{ openConnection }, loaded] = await Promise.all([lazyChunk.load(), sdk]);
      return openConnection(internals, loaded);
    }, assertAllowed),
    widget: lazy(async () => (await lazyChunk.load()).mountWidget(internals), assertAllowed),
    buttonRoot: lazy(async () => (await lazyChunk.load()).keepButtonRoot(internals), assertAllowed),
  };
  return internals;
}

/**
 * Returns whether a stored session may exist, and the address to show while it is restored. A custom
 * connector stores its sessions elsewhere.
 */
function whatIsStored(
  { restoreConnection, connector }: Settings,
  storage: KeyValueStorage,
): Pick<UiState, 'restoring' | 'address'> {
  const restoring =
    restoreConnection &&
    typeof window !== 'undefined' &&
    (connector !== undefined || sessionHint(storage) === 'connected' || embeddedKey() !== null);
  return { restoring, address: restoring && !connector ? storedAddress(storage) : null };
}
