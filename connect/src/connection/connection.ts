import type { Wallet } from '@prichal/sdk';
import { protocolCode, reasonOf, translateError } from '../errors/translate-error.js';
import {
  emitConnectError,
  emitRestored,
  emitRestoringStarted,
} from '../events/connection-events.js';
import { forgetWallet } from '../storage/known-wallet.js';
import { readSession } from '../storage/session.js';
import type { Connection, ConnectionCallbacks, Sdk } from '../types/connection.js';
import type { ConnectionContext } from '../types/internals.js';
import type { CurrentWallet } from '../types/wallets.js';
import { adoptWallet } from './adopt-wallet.js';
import { createConnectRequest } from './connect-request.js';
import { endRestoring } from './connected-wallet.js';
import { join, leave, type Shared } from './shared-connector.js';

/**
 * Makes a connector, listens, picks up a stored session. A caller who brought a connector can do
 * without the SDK.
 */
export function openConnection(
  internals: ConnectionContext,
  sdk: Sdk | undefined,
  callbacks: ConnectionCallbacks,
): Connection {
  const user = Symbol();
  const shared = join(internals, user, sdk);
  const { connector } = shared;
  const { restoring, wallet: shown } = internals.store.get();
  const stored =
    internals.settings.connector !== undefined || readSession(internals.storage).kind !== 'none';
  // A wallet is shown already where the widget was hidden meanwhile.
  const hasToRestore =
    (internals.settings.restoreConnection && (restoring || (!connector.wallet && stored))) ||
    (shown !== null && !connector.wallet);
  if (hasToRestore) emitRestoringStarted(internals);
  const connectRequest = createConnectRequest(internals, connector, callbacks);
  const adopting = {
    connectRequest,
    callbacks: {
      ...callbacks,
      onGone: (gone: CurrentWallet | null) => callbacks.onGone(shared.leaving ? null : gone),
    },
    sdk,
  };
  const adopt = (wallet: Wallet | null): void => adoptWallet(internals, adopting, wallet);

  const unsubscribe = connector.onStatusChange(adopt, (error) => {
    const translated = translateError(error);
    const { attempt } = internals.store.get();
    if (attempt) {
      const code = protocolCode(translated);
      emitConnectError(internals, reasonOf(translated), code, attempt.traceId);
    }
    connectRequest.fail(translated);
    callbacks.onError(translated);
  });
  if (connector.wallet) adopt(connector.wallet);
  if (hasToRestore) void settle(internals, shared, () => adopt(null));

  return {
    connector,
    sdk,
    connectRequest,
    disconnect: shared.disconnect,
    dispose() {
      // Only this widget's own request is cancelled: another widget of the page may be connecting.
      if (internals.store.get().attempt) connectRequest.cancel();
      connectRequest.dispose();
      unsubscribe();
      leave(internals, shared, user);
    },
  };
}

/** Ends the restoring once it is known whether a stored session could be picked up. */
async function settle(
  internals: ConnectionContext,
  shared: Shared,
  onGone: () => void,
): Promise<void> {
  const { store, storage } = internals;
  if (!shared.connector.wallet) await shared.restored();
  // Taken down meanwhile: the next connection finds out.
  if (store.get().stopped) return;
  if (store.get().wallet && !shared.connector.wallet) onGone();
  // What is stored of a wallet stays with its session, which an extension may pick up the next time.
  if (readSession(storage).kind === 'none') forgetWallet(storage);
  endRestoring(store);
  emitRestored(internals);
}
