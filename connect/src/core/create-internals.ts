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

/** @throws TonConnectUIError without a manifest and a connector, or without the button's element. */
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
        // A connector of the caller's own works without the SDK.
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
 * Whether the visitor may turn out to be connected already, and the address to show until that is known. A
 * connector of the caller's own keeps its sessions elsewhere.
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
