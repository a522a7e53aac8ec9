import type { ITonConnect, SendTransactionResponse, SignDataResponse } from '@prichal/sdk';
import { isTelegram } from '@prichal/telegram';
import { reportError } from '../device/report-error.js';
import { TonConnectError, TonConnectUIError } from '../errors/base-errors.js';
import {
  RequestCancelledError,
  type RequestCancelReason,
  type RequestOutcome,
} from '../errors/request-cancelled-error.js';
import { isSdkError, protocolCode, translateError } from '../errors/translate-error.js';
import { UserRejectsError, WalletNotSupportFeatureError } from '../errors/wallet-errors.js';
import type { RequestIds } from '../links/request-link.js';
import { assertInUse } from '../store/in-use.js';
import { watch } from '../store/store.js';
import type { ActionName, ActionState } from '../types/action.js';
import type { Connection } from '../types/connection.js';
import type { Internals } from '../types/internals.js';
import type { SendTransactionOptions } from '../types/options.js';
import type { UiState } from '../types/ui-state.js';
import type { CurrentWallet } from '../types/wallets.js';
import { type ActionLifecycle, createActionLifecycle } from './action-lifecycle.js';
import { askedOfWallet } from './asked-of-wallet.js';
import { type ActionStage, resolveConfiguration } from './configuration.js';
import { canOpen, openConnectedWallet, opensByItself } from './redirect.js';

type Sending = { onRequestSent: () => void; signal: AbortSignal; traceId?: string };

/** What differs between the kinds of requests. */
export type RequestKind<R> = {
  names: Record<ActionStage, ActionName>;
  /** What the app gave, as it is. */
  payload: unknown;
  /** Message of the error when no wallet is connected. */
  notConnected: string;
  /** Message of the error when the request is given up. */
  cancelled: string;
  send(connector: ITonConnect, options: Sending): Promise<R>;
};

/** A request that nobody has taken for so long is said to be, ms. */
const SILENT_MS = 8000;

/**
 * A request to the connected wallet, from the confirm notice to the result. Settles in every case:
 * the wallet answers or is gone, the visitor closes the confirm modal, the caller's signal aborts, the
 * request expires. An answer that comes after that is told to the visitor and to the caller as well.
 */
export async function request<R extends SendTransactionResponse | SignDataResponse>(
  internals: Internals,
  kind: RequestKind<R>,
  options: SendTransactionOptions = {},
): Promise<R> {
  assertInUse(internals);
  const { store } = internals;
  const { wallet, actionsConfiguration } = store.get();
  if (!wallet) throw new TonConnectUIError(kind.notConnected, { code: 'NOT_CONNECTED' });
  const { signal: outer, traceId } = options;
  const abort = new AbortController();
  const { signal } = abort;
  let reason = 'aborted' as RequestCancelReason;
  /** Null as soon as the connector has it: what it sends may arrive, whatever becomes of the call. */
  let delivered: boolean | null = false;
  const cancelled = (outcome: Promise<RequestOutcome<R>>, cause: unknown) =>
    new RequestCancelledError(kind.cancelled, { reason, delivered, outcome }, { cause });
  if (outer?.aborted) throw cancelled(Promise.resolve({ status: 'unsent' }), outer.reason);

  const giveUp = (why: RequestCancelReason): void => {
    if (signal.aborted) return;
    reason = why;
    abort.abort(
      why === 'expired' ? new DOMException('The request expired', 'TimeoutError') : outer?.reason,
    );
  };
  const onAborted = (): void => giveUp('aborted');
  outer?.addEventListener('abort', onAborted);

  const configuration = resolveConfiguration(options, actionsConfiguration, isTelegram());
  const ids: RequestIds = { sessionId: null, traceId };
  const open = (plainly: boolean): boolean =>
    !signal.aborted && openConnectedWallet(wallet, configuration, ids, plainly);
  const byItself = opensByItself(wallet, configuration);
  const time = timeOf(kind.payload);
  const lifecycle = createActionLifecycle(internals, {
    names: kind.names,
    wallet,
    asked: askedOfWallet(kind.payload),
    time,
    configuration,
    openWallet: canOpen(wallet) ? firstThen(open, byItself) : null,
    onClose: () => giveUp('closed'),
    onCleared: () => giveUp(store.get().stopped ? 'destroyed' : 'disconnected'),
  });
  const onRequestSent = (): void => {
    delivered = true;
    if (signal.aborted) return;
    // This does not run inside a click, so the browser may block it; the modal has a button for
    // that case.
    lifecycle.wait({ progress: 'sent', sent: true, opened: byItself && open(false) });
    const redirectToWallet = canOpen(wallet) ? firstThen(open, false) : () => undefined;
    try {
      options.onRequestSent?.(() => void redirectToWallet());
    } catch (error) {
      // The wallet has the request already: an error in the host's callback must not end it.
      reportError(error);
    }
  };
  const timers = [
    // A request that the connector refuses at once must not be shown as waiting.
    setTimeout(() => lifecycle.wait()),
    setTimeout(lifecycle.silent, SILENT_MS),
  ];
  const stopClock = time ? atTheEnd(time.until, () => giveUp('expired')) : undefined;
  const given = aborted(signal);
  let answer: Promise<R> | undefined;
  try {
    const { connector } = await Promise.race([loadConnection(internals, lifecycle), given]);
    void sessionIdOf(connector, ids);
    const sending = { onRequestSent, signal, ...(traceId ? { traceId } : {}) };
    delivered = null;
    answer = kind.send(connector, sending);
    const result = await Promise.race([answer, given]);
    lifecycle.end('success', 'signed');
    return result;
  } catch (error) {
    if (signal.aborted) {
      const outcome = outcomeOf(internals, wallet, answer);
      lifecycle.end('error', answer ? (reason === 'expired' ? reason : 'left') : 'unsent');
      void outcome.then(({ status }) => status === 'signed' && lifecycle.signedLate());
      throw cancelled(outcome, error);
    }
    const known = knownError(error);
    const unsupported = known instanceof WalletNotSupportFeatureError;
    const refused = known instanceof UserRejectsError;
    lifecycle.end(unsupported ? null : 'error', refused ? 'refused' : 'failed');
    throw known;
  } finally {
    for (const timer of timers) clearTimeout(timer);
    stopClock?.();
    outer?.removeEventListener('abort', onAborted);
  }
}

/**
 * The connection, whose code may have to be loaded first. Where that fails under an open sheet, the visitor
 * may try again there: nothing has left the page. Elsewhere nobody could, so the request ends.
 */
async function loadConnection(
  internals: Internals,
  lifecycle: ActionLifecycle,
): Promise<Connection> {
  try {
    return await internals.connection.load();
  } catch (error) {
    const seen = internals.widget.current && internals.store.get().requests.at(-1)?.openModal;
    if (!seen || (error as TonConnectError).code !== 'NOT_LOADED') throw error;
  }
  await new Promise<void>((retry) => {
    lifecycle.wait({ progress: 'stuck', retry });
  });
  lifecycle.wait({ progress: 'sending', retry: null });
  return loadConnection(internals, lifecycle);
}

/** What becomes of a request that was given up: `answer` is what the connector goes on waiting for. */
function outcomeOf<R>(
  { store }: Internals,
  wallet: CurrentWallet,
  answer: Promise<R> | undefined,
): Promise<RequestOutcome<R>> {
  if (!answer) return Promise.resolve({ status: 'unsent' });
  const told = answer.then(
    (result): RequestOutcome<R> => ({ status: 'signed', result }),
    (error): RequestOutcome<R> => {
      const known = knownError(error);
      // Any other error says no more than that the connector has stopped trying.
      return protocolCode(known) === undefined ? UNKNOWN : { status: 'refused', error: known };
    },
  );
  // An extension answers the page itself, whatever becomes of the connection.
  if (wallet.provider === 'injected') return told;
  const gone = ({ stopped, wallet: now }: UiState): boolean => stopped || !now;
  return new Promise((resolve) => {
    const unwatch = watch(store, gone, () => resolve(UNKNOWN));
    void told.then(resolve).then(unwatch);
    if (gone(store.get())) resolve(UNKNOWN);
  });
}

const UNKNOWN = { status: 'unknown' } as const;

/** Longer than a day is no time that anybody waits for; more than a timer takes would end it at once. */
const LONGEST_MS = 86_400_000;

/**
 * From now to `validUntil`. Null without one, and where it has passed already: then the clocks differ,
 * and the wallet decides by its own.
 */
function timeOf(payload: unknown): ActionState['time'] {
  const from = Date.now();
  const until = Number(Object(payload).validUntil) * 1000;
  return until > from && until < from + LONGEST_MS ? { from, until } : null;
}

/** A page that was asleep has this long to hear what the wallet has answered meanwhile, ms. */
const LAST_ANSWER_MS = 3000;

/** Calls `end` once, when `until` has passed (unix ms) and a last answer was waited for. */
function atTheEnd(until: number, end: () => void): () => void {
  let timer = setTimeout(() => {
    timer = setTimeout(end, LAST_ANSWER_MS);
  }, until - Date.now());
  return () => clearTimeout(timer);
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
function aborted(signal: AbortSignal): Promise<never> {
  const promise = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
  });
  // It may abort between two of those who wait for it.
  promise.catch(() => undefined);
  return promise;
}

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
