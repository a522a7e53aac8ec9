import type { ITonConnect } from '@prichal/sdk';
import { injectedBridge } from '../device/injected-wallets.js';
import { listen } from '../device/listen.js';
import { reportError } from '../device/report-error.js';
import type { ConnectionContext } from '../internals.js';
import type { Sdk } from './connector.js';
import { noteAbsent, readSession } from './session.js';

/**
 * Timeout for a connector to restore a session, ms. A wallet that connects later is still shown.
 */
const RESTORE_MS = 12_000;
/** Timeout for an extension that adds itself to the page late, ms. */
const LATE_EXTENSION_MS = 5000;
/** Timeout for an app that sets up WalletConnect late, ms. Its code is heavy and may load lazily. */
const LATE_WALLET_CONNECT_MS = 5000;

/**
 * Restores the stored session. A session over a bridge is restored when its wallet is known, before the
 * stream is open. Never rejects.
 *
 * If the extension of the session does not appear, the connector is not called, because it would remove the
 * session.
 */
export async function restore(
  { storage, settings }: ConnectionContext,
  connector: ITonConnect,
  sdk: Sdk | undefined,
  signal: AbortSignal,
): Promise<void> {
  const session = readSession(storage);
  const known = walletKnown(connector, signal);
  try {
    if (session.kind === 'extension' && settings.connector === undefined) {
      const isHere = (): boolean => injectedBridge(session.jsBridgeKey) !== null;
      await arrives(isHere, LATE_EXTENSION_MS, signal);
      noteAbsent(storage, !isHere());
      if (!isHere()) return;
    } else if (session.kind === 'wallet-connect' && sdk) {
      // The connector removes the session if WalletConnect is not set up.
      await arrives(sdk.isWalletConnectInitialized, LATE_WALLET_CONNECT_MS, signal);
    }
    await Promise.race([connector.restoreConnection({ signal }), known.promise]);
  } catch (error) {
    if (!signal.aborted) reportError(error);
  } finally {
    known.stop();
  }
}

/** Resolves when a wallet is connected, when `signal` aborts, or after the timeout. */
function walletKnown(
  connector: ITonConnect,
  signal: AbortSignal,
): { promise: Promise<void>; stop(): void } {
  let stop = (): void => undefined;
  const promise = new Promise<void>((resolve) => {
    if (connector.wallet || signal.aborted) return resolve();
    const unsubscribe = connector.onStatusChange((wallet) => wallet && resolve());
    const timer = setTimeout(resolve, RESTORE_MS);
    const onAbort = (): void => resolve();
    signal.addEventListener('abort', onAbort);
    stop = () => {
      unsubscribe();
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
    };
  });
  return { promise, stop: () => stop() };
}

const POLL_MS = 50;

/**
 * Resolves when `isHere` returns true, after `deadlineMs`, or when `signal` aborts. It also checks when the
 * page is parsed and when it is loaded, because timers of a hidden page are slow.
 */
export function arrives(
  isHere: () => boolean,
  deadlineMs: number,
  signal?: AbortSignal,
): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearInterval(timer);
      clearTimeout(deadline);
      stopListening();
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const look = (): void => {
      if (isHere()) end();
    };
    const timer = setInterval(look, POLL_MS);
    const deadline = setTimeout(end, deadlineMs);
    const stopListening = listen(window, 'DOMContentLoaded load', look);
    signal?.addEventListener('abort', end);
    if (signal?.aborted) end();
    else look();
  });
}
