import type { ITonConnect } from '@tonconnect/sdk';
import { embeddedKey, injectedBridge } from '../device/injected-wallets.js';
import { listen } from '../device/listen.js';
import { reportError } from '../device/report-error.js';
import { afterPaint } from '../loading/after-paint.js';
import { noteAbsent, readSession, type StoredSession } from '../storage/session.js';
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
const LATE_EXTENSION_MS = 5000;
/** Longest wait for an app that sets WalletConnect up late, ms: its code is heavy, and may be lazy. */
const LATE_WALLET_CONNECT_MS = 5000;

/**
 * Picks up the stored session. Nothing here waits for the wallets list: until the session stands the
 * SDK is told of its wallet only, and gets ours, with its timeouts, afterwards. A session over a bridge
 * counts as restored when its wallet is known, not when the stream is open. Never rejects.
 *
 * The session of an extension that does not come stays stored: the SDK would throw it away.
 */
export async function restore(
  internals: Internals,
  connector: ITonConnect,
  sdk: Sdk | undefined,
  signal: AbortSignal,
): Promise<void> {
  const { storage, settings } = internals;
  const session = readSession(storage);
  const own = session.kind === 'bridge' ? [entryOf(session)] : [];
  const ourList: PromiseLike<WalletEntry[]> = {
    // biome-ignore lint/suspicious/noThenProperty: the SDK awaits it, and only then is it loaded.
    then: (...use) => listWith(internals, own).then(...use),
  };
  const known = walletKnown(connector, signal);
  try {
    if (session.kind === 'extension' && settings.connector === undefined) {
      const isHere = (): boolean => injectedBridge(session.jsBridgeKey) !== null;
      await arrives(isHere, LATE_EXTENSION_MS, signal);
      noteAbsent(storage, !isHere());
      if (!isHere()) return;
    } else if (session.kind === 'wallet-connect' && sdk) {
      // The SDK drops the session when WalletConnect has not been set up.
      await arrives(sdk.isWalletConnectInitialized, LATE_WALLET_CONNECT_MS, signal);
    }
    // Without a session the SDK looks in the list for the wallet in whose browser this page is
    // open.
    const needsList = session.kind === 'none' && embeddedKey() !== null;
    giveWalletsList(connector, needsList ? ourList : Promise.resolve(own));
    await Promise.race([connector.restoreConnection({ signal }), known.promise]);
  } catch (error) {
    if (!signal.aborted) reportError(error);
  } finally {
    known.stop();
    giveWalletsList(connector, ourList);
  }
  if (session.kind === 'bridge' && settings.connector === undefined) {
    afterPaint(() => void followBridge(internals, connector, session, signal));
  }
}

type BridgeSession = Extract<StoredSession, { kind: 'bridge' }>;

/** What the SDK needs to know of a session's wallet: the bridge that it was on. */
const entryOf = ({ appName, bridgeUrl }: BridgeSession): WalletEntry => ({
  name: appName,
  app_name: appName,
  image: '',
  about_url: '',
  platforms: [],
  bridge: [{ type: 'sse', url: bridgeUrl }],
});

/** The list, and in it the wallet of the session, which may be in no list. */
async function listWith(internals: Internals, own: readonly WalletEntry[]): Promise<WalletEntry[]> {
  const listed = await listEntries(internals);
  const others = own.filter(({ app_name }) => !listed.some((one) => one.app_name === app_name));
  return [...listed, ...others];
}

/**
 * Looks into the list whether the wallet has moved to another bridge, and moves there with it: on the old
 * one nobody would answer. The SDK, asked to restore once more, stores the session under the new one.
 */
async function followBridge(
  internals: Internals,
  connector: ITonConnect,
  { appName, bridgeUrl }: BridgeSession,
  signal: AbortSignal,
): Promise<void> {
  if (signal.aborted || !connector.wallet) return;
  try {
    const listed = await listEntries(internals);
    const entry = listed.find(({ app_name }) => app_name === appName);
    const urls = entry?.bridge.flatMap((one) => (one.type === 'sse' ? [one.url] : [])) ?? [];
    if (urls.length === 0 || urls.includes(bridgeUrl)) return;
    if (!signal.aborted && connector.wallet) await connector.restoreConnection({ signal });
  } catch (error) {
    if (!signal.aborted) reportError(error);
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

/**
 * Resolves when `isHere` is true, after `deadlineMs`, or when `signal` aborts. It also looks when the
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
