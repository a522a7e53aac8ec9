import { launchUserId } from '@prichal/telegram';
import { embeddedKey } from '../device/injected-wallets.js';
import { lazy } from '../loading/lazy-part.js';
import { loadSdk } from '../loading/load-sdk.js';
import { sessionHint } from '../storage/session-hint.js';
import { openStorage } from '../storage/storage.js';
import { whyStopped } from '../store/in-use.js';
import { INITIAL_STATE } from '../store/initial-state.js';
import { createStore } from '../store/store.js';
import type {
  Internals,
  KeyValueStorage,
  LazyChunk,
  LoadedOnce,
  Settings,
} from '../types/internals.js';
import type { TonConnectUiCreateOptions } from '../types/options.js';
import { assertElement, assertOptions, optionsToState } from './options.js';

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
  const refusal = (): Error | null => whyStopped(internals);
  const internals: Internals = {
    settings,
    opening: new AbortController(),
    onServer,
    storage,
    store: createStore({ ...onServer, restoring: mayRestore(settings, storage) }),
    listeners: new Set(),
    lazyChunk,
    connection: lazy(async () => {
      const sdk = loadSdk().catch((error: unknown): undefined => {
        // A connector of the caller's own works without the SDK.
        if (!settings.connector) throw error;
      });
      const [{ openConnection }, loaded] = await Promise.all([lazyChunk.load(), sdk]);
      return openConnection(internals, loaded);
    }, refusal),
    widget: lazy(async () => (await lazyChunk.load()).mountWidget(internals), refusal),
    buttonRoot: lazy(async () => (await lazyChunk.load()).keepButtonRoot(internals), refusal),
  };
  return internals;
}

/** Whether the visitor may turn out to be connected already. */
const mayRestore = (
  { restoreConnection, connector }: Settings,
  storage: KeyValueStorage,
): boolean =>
  restoreConnection &&
  typeof window !== 'undefined' &&
  (connector !== undefined || sessionHint(storage) === 'connected' || embeddedKey() !== null);
