import type { ITonConnect, TonConnectError as SdkError } from '@tonconnect/sdk';
import type { Core } from '../controller/core.js';
import { adoptWallet } from './adopt-wallet.js';
import { type Attempts, createAttempts } from './attempts.js';
import { createConnector } from './create-connector.js';
import { keepAlive } from './keep-alive.js';
import { restore } from './restore.js';
import { translateError } from './translate-error.js';

/** A connector that is being listened to, and what is done with it. */
export type Connection = {
  readonly connector: ITonConnect;
  readonly attempts: Attempts;
  dispose(): void;
};

/** Loads the SDK (unless the caller brought a connector), listens, picks up a stored session. */
export async function openConnection(core: Core): Promise<Connection> {
  const own = core.settings.connector;
  const connector = own ?? createConnector(core, (await import('@tonconnect/sdk')).TonConnect);
  const attempts = createAttempts(core, connector);

  const unsubscribe = connector.onStatusChange(
    (wallet) => adoptWallet(core, attempts, wallet),
    (error) => {
      const translated = translateError(error);
      if (translated.name.startsWith('Manifest')) quietRethrow(error);
      attempts.fail(translated);
      core.listeners.tellError(translated);
    },
  );
  const stopKeepingAlive = own ? undefined : keepAlive(connector);
  if (connector.wallet) adoptWallet(core, attempts, connector.wallet);
  else if (core.settings.restoreConnection) void restore(core, connector);

  return {
    connector,
    attempts,
    dispose() {
      attempts.cancel();
      unsubscribe();
      stopKeepingAlive?.();
      // A connector of the caller's own may be in use elsewhere.
      if (!own) connector.pauseConnection();
    },
  };
}

/**
 * After telling its handlers, the SDK throws manifest errors again, by class, inside a promise that
 * nobody can catch. Told already, they lose their class.
 */
function quietRethrow(error: SdkError): void {
  Object.setPrototypeOf(error, Error.prototype);
}
