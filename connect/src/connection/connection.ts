import type { ITonConnect, TonConnectError as SdkError } from '@tonconnect/sdk';
import type { Core } from '../controller/core.js';
import type { Sdk } from '../controller/load-live.js';
import { tellError } from '../controller/status-listeners.js';
import { protocolCode, tellConnectError, tellRestored } from '../events/connection-events.js';
import { tell } from '../events/dispatch.js';
import { adoptWallet } from './adopt-wallet.js';
import { type Attempts, createAttempts } from './attempts.js';
import { forgetWallet } from './known-wallet.js';
import { readSession } from './session.js';
import { join, leave, type Shared } from './shared.js';
import { translateError } from './translate-error.js';

/** A connector that is being listened to, and what is done with it. */
export type Connection = {
  readonly connector: ITonConnect;
  readonly sdk: Sdk | undefined;
  readonly attempts: Attempts;
  /** Ends the connection from here. */
  disconnect(options: { traceId?: string }): Promise<void>;
  dispose(): void;
};

/**
 * Makes a connector, listens, picks up a stored session. A caller who brought a connector can do
 * without the SDK.
 */
export function openConnection(core: Core, sdk: Sdk | undefined): Connection {
  const user = Symbol();
  const shared = join(core, user, sdk);
  const { connector } = shared;
  const stored = core.settings.connector !== undefined || readSession(core.storage).kind !== 'none';
  const hasToRestore =
    core.settings.restoreConnection &&
    (core.store.get().restoring || (!connector.wallet && stored));
  if (hasToRestore) tell(core, 'ConnectionRestoringStarted');
  const attempts = createAttempts(core, connector);

  const unsubscribe = connector.onStatusChange(
    (wallet) => adoptWallet(core, attempts, sdk, wallet),
    (error) => {
      const translated = translateError(error);
      if (translated.name.startsWith('Manifest')) quietRethrow(error);
      const { attempt } = core.store.get();
      if (attempt) {
        tellConnectError(core, translated.message, protocolCode(translated), attempt.traceId);
      }
      attempts.fail(translated);
      tellError(core, translated);
    },
  );
  if (connector.wallet) adoptWallet(core, attempts, sdk, connector.wallet);
  if (hasToRestore) void settle(core, shared);

  return {
    connector,
    sdk,
    attempts,
    async disconnect(options) {
      shared.leaving = true;
      try {
        await connector.disconnect(options);
      } finally {
        shared.leaving = false;
      }
    },
    dispose() {
      // What another widget of this page is asking for stays.
      if (core.store.get().attempt) attempts.cancel();
      unsubscribe();
      leave(core, shared, user);
    },
  };
}

/** Says when it is settled whether a stored session could be picked up. */
async function settle(core: Core, shared: Shared): Promise<void> {
  const { store, storage } = core;
  if (!shared.connector.wallet) await shared.restored();
  if (!store.get().wallet && readSession(storage).kind !== 'pending') forgetWallet(storage);
  store.set({ restoring: false });
  tellRestored(core);
}

/**
 * After telling its handlers, the SDK throws manifest errors again, by class, inside a promise that
 * nobody can catch. Told already, they lose their class.
 */
function quietRethrow(error: SdkError): void {
  Object.setPrototypeOf(error, Error.prototype);
}
