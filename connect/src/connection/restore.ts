import type { ITonConnect } from '@tonconnect/sdk';
import { embeddedKey, injectedBridge } from '../device/injected-wallets.js';
import { reportError } from '../device/report-error.js';
import { readSession } from '../storage/session.js';
import type { Sdk } from '../types/connection.js';
import type { Internals } from '../types/internals.js';
import { listEntries } from '../wallets/list.js';
import type { WalletEntry } from '../wallets/parse-list.js';
import { giveWalletsList } from './create-connector.js';

/**
 * Longest wait for a connector to pick up a session, ms. A wallet that connects later is still
 * adopted.
 */
const RESTORE_MS = 12_000;
/** Longest wait for an extension that puts itself on the page late, ms. */
const LATE_EXTENSION_MS = 1000;
/** Longest wait for an app that sets WalletConnect up late, ms: its code is heavy, and may be lazy. */
const LATE_WALLET_CONNECT_MS = 5000;

/**
 * Picks up the stored session. Nothing here waits for the wallets list: the SDK is told that it is
 * empty until the session stands, and gets ours, with its timeouts, afterwards. A session over a
 * bridge counts as restored when its wallet is known, not when the stream is open. Never rejects.
 */
export async function restore(
  internals: Internals,
  connector: ITonConnect,
  sdk: Sdk | undefined,
  signal: AbortSignal,
): Promise<void> {
  const session = readSession(internals.storage);
  const ourList: PromiseLike<WalletEntry[]> = {
    // biome-ignore lint/suspicious/noThenProperty: the SDK awaits it, and only then is it loaded.
    then: (...use) => listEntries(internals).then(...use),
  };
  const known = walletKnown(connector, signal);
  try {
    if (session.kind === 'extension') {
      await arrives(() => injectedBridge(session.jsBridgeKey) !== null, LATE_EXTENSION_MS);
    } else if (session.kind === 'wallet-connect' && sdk) {
      // The SDK drops the session when WalletConnect has not been set up.
      await arrives(sdk.isWalletConnectInitialized, LATE_WALLET_CONNECT_MS);
    }
    // Without a session the SDK looks in the list for the wallet in whose browser this page is
    // open.
    const needsList = session.kind === 'none' && embeddedKey() !== null;
    giveWalletsList(connector, needsList ? ourList : Promise.resolve([]));
    await Promise.race([connector.restoreConnection({ signal }), known.promise]);
  } catch (error) {
    if (!signal.aborted) reportError(error);
  } finally {
    known.stop();
    giveWalletsList(connector, ourList);
  }
}

/** Resolves when a wallet is connected, when `signal` aborts, or after the longest wait. */
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

/** Resolves when `isHere` is true, or after `deadlineMs`. */
export function arrives(isHere: () => boolean, deadlineMs: number): Promise<void> {
  return new Promise((resolve) => {
    const started = Date.now();
    const look = (): void => {
      if (!isHere() && Date.now() - started < deadlineMs) setTimeout(look, POLL_MS);
      else resolve();
    };
    look();
  });
}
