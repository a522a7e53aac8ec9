import { isTelegram } from '@prichal/telegram';
import type { ITonConnect } from '@tonconnect/sdk';
import { reportError } from '../device/report-error.js';
import { TonConnectError, TonConnectUIError } from '../errors/base-errors.js';
import { isSdkError, translateError } from '../errors/translate-error.js';
import { WalletNotSupportFeatureError } from '../errors/wallet-errors.js';
import type { RequestIds } from '../links/request-link.js';
import { assertInUse } from '../store/in-use.js';
import type { ActionName } from '../types/action.js';
import type { Internals } from '../types/internals.js';
import type { SendTransactionOptions } from '../types/options.js';
import { createActionLifecycle } from './action-lifecycle.js';
import { type ActionStage, resolveConfiguration } from './configuration.js';
import { canOpen, openConnectedWallet, opensByItself } from './redirect.js';

type Sending = { onRequestSent: () => void; signal: AbortSignal; traceId?: string };

/** What differs between the kinds of requests. */
export type RequestKind<R> = {
  names: Record<ActionStage, ActionName>;
  /** Message of the error when no wallet is connected. */
  notConnected: string;
  /** Message of the error when the request is given up. */
  cancelled: string;
  send(connector: ITonConnect, options: Sending): Promise<R>;
};

/**
 * A request to the connected wallet, from the confirm notice to the result. Settles in every case:
 * the wallet answers or is gone, the visitor closes the confirm modal, the caller's signal aborts.
 */
export async function request<R>(
  internals: Internals,
  kind: RequestKind<R>,
  options: SendTransactionOptions = {},
): Promise<R> {
  assertInUse(internals);
  const { wallet, actionsConfiguration } = internals.store.get();
  if (!wallet) throw new TonConnectUIError(kind.notConnected, { code: 'NOT_CONNECTED' });
  const { signal: outer, traceId } = options;
  if (outer?.aborted)
    throw new TonConnectUIError(kind.cancelled, { code: 'CANCELLED', cause: outer.reason });

  const configuration = resolveConfiguration(options, actionsConfiguration, isTelegram());
  const abort = new AbortController();
  const { signal } = abort;
  const giveUp = (): void => abort.abort(outer?.reason);
  outer?.addEventListener('abort', giveUp);

  const ids: RequestIds = { sessionId: null, traceId };
  const open = (plainly: boolean): boolean =>
    !signal.aborted && openConnectedWallet(wallet, configuration, ids, plainly);
  const byItself = opensByItself(wallet, configuration);
  const lifecycle = createActionLifecycle(internals, {
    names: kind.names,
    wallet,
    configuration,
    openWallet: canOpen(wallet) ? firstThen(open, byItself) : null,
    onClose: giveUp,
    onCleared: giveUp,
  });
  const onRequestSent = (): void => {
    if (signal.aborted) return;
    // This does not run inside a click, so the browser may block it; the modal has a button for
    // that case.
    lifecycle.wait({ sent: true, opened: byItself && open(false) });
    const redirectToWallet = canOpen(wallet) ? firstThen(open, false) : () => undefined;
    try {
      options.onRequestSent?.(() => void redirectToWallet());
    } catch (error) {
      // The wallet has the request already: an error in the host's callback must not end it.
      reportError(error);
    }
  };
  // A request that the connector refuses at once must not be shown as waiting.
  const soon = setTimeout(() => lifecycle.wait());
  try {
    const { connector } = await internals.connection.load();
    void sessionIdOf(connector, ids);
    const sending = { onRequestSent, signal, ...(traceId ? { traceId } : {}) };
    const result = await Promise.race([kind.send(connector, sending), aborted(signal)]);
    lifecycle.end('success');
    return result;
  } catch (error) {
    if (signal.aborted) {
      lifecycle.end('error');
      throw new TonConnectUIError(kind.cancelled, { code: 'CANCELLED', cause: error });
    }
    const known = knownError(error);
    const unsupported = known instanceof WalletNotSupportFeatureError;
    lifecycle.end(unsupported ? null : 'error');
    throw known;
  } finally {
    clearTimeout(soon);
    outer?.removeEventListener('abort', giveUp);
  }
}

/** Tries the wallet's own scheme once, and from then on the link that always leads somewhere. */
const firstThen = (open: (plainly: boolean) => boolean, tried: boolean): (() => boolean) => {
  let plainly = tried;
  return () => {
    const opened = open(plainly);
    plainly = true;
    return opened;
  };
};

/** The session id goes into the wallet's link; a connector of the caller's own may not have one. */
async function sessionIdOf(connector: ITonConnect, ids: RequestIds): Promise<void> {
  try {
    ids.sessionId = await connector.getSessionId();
  } catch {
    // The link works without a session id.
  }
}

/**
 * Rejects when `signal` aborts: the SDK itself goes on waiting for the answer until the page is
 * closed.
 */
const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    const stop = (): void => reject(signal.reason);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop);
  });

/**
 * The SDK's errors and ours keep their class; any other error becomes 'Unhandled error:' and its
 * text.
 */
function knownError(error: unknown): TonConnectError {
  if (isSdkError(error) || error instanceof TonConnectError) return translateError(error);
  return new TonConnectUIError(`Unhandled error:${String(error)}`, {
    code: 'UNHANDLED',
    cause: error,
  });
}
