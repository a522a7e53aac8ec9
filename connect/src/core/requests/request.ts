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
import type { RequestContext, WithStore } from '../internals.js';
import { isObject } from '../objects.js';
import type { SendTransactionOptions } from '../options.js';
import type { ActionName, ActionState, AskedOfWallet, UiState } from '../state.js';
import { assertInUse, watch } from '../store.js';
import type { CurrentWallet } from '../wallets/wallet-info.js';
import { createActionLifecycle } from './action-lifecycle.js';
import {
  type ActionStage,
  canOpen,
  openConnectedWallet,
  opensByItself,
  type RequestIds,
  resolveConfiguration,
} from './configuration.js';

type Sending = { onRequestSent: () => void; signal: AbortSignal; traceId?: string };

/** The differences between the kinds of requests. */
export type RequestKind<R> = {
  names: Record<ActionStage, ActionName>;
  /** The app's unchecked payload. */
  payload: unknown;
  /** Error message if no wallet is connected. */
  notConnected: string;
  /** Error message if the request is cancelled. */
  cancelled: string;
  send(connector: ITonConnect, options: Sending): Promise<R>;
};

/** Time after which the user sees that the request is not delivered, ms. */
const SILENT_MS = 8000;

/**
 * Sends a request to the connected wallet and shows it, from the confirm notice to the result. Settles if
 * the wallet answers or disconnects, the user closes the confirm modal, the caller's signal aborts, or the
 * request expires. A later answer is still shown to the user and reported to the caller.
 */
export async function request<R extends SendTransactionResponse | SignDataResponse>(
  internals: RequestContext,
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
  const configuration = resolveConfiguration(options, actionsConfiguration, isTelegram());
  const ids: RequestIds = { sessionId: null, traceId };
  const open = (plainly: boolean): boolean =>
    !signal.aborted && openConnectedWallet(wallet, configuration, ids, plainly);
  const byItself = opensByItself(wallet, configuration);
  const time = timeOf(kind.payload);
  let answer: Promise<R> | undefined;
  let settle: [(result: R) => void, (error: unknown) => void];
  const settled = new Promise<R>((...both) => {
    settle = both;
  });

  const giveUp = (reason: RequestCancelReason, news?: null): void => {
    const expired = reason === 'expired';
    const before = lifecycle.on(answer ? (expired ? reason : 'left') : 'unsent', news);
    if (!before) return;
    abort.abort(expired ? new DOMException('The request expired', 'TimeoutError') : outer?.reason);
    const outcome = outcomeOf(internals, wallet, answer);
    void outcome.then(
      ({ status }) => status === 'signed' && !store.get().stopped && lifecycle.on('late'),
    );
    const delivered = before === 'sent' || (answer ? null : false);
    const cause = { cause: signal.reason };
    settle[1](new RequestCancelledError(kind.cancelled, { reason, delivered, outcome }, cause));
  };
  const onAborted = (): void => giveUp('aborted');
  const lifecycle = createActionLifecycle(internals, {
    names: kind.names,
    wallet,
    asked: askedOfWallet(kind.payload),
    time,
    configuration,
    openWallet: canOpen(wallet) ? firstThen(open, byItself) : null,
    onClose: () => giveUp('closed'),
    onCleared: () => giveUp(store.get().stopped ? 'destroyed' : 'disconnected', null),
  });
  const onRequestSent = (): void => {
    // This does not run inside a click, so the browser may block it. For that case, the modal has a
    // button.
    if (!lifecycle.on('sent', { opened: byItself && open(false) })) return;
    const redirectToWallet = canOpen(wallet) ? firstThen(open, false) : () => undefined;
    try {
      options.onRequestSent?.(() => void redirectToWallet());
    } catch (error) {
      // The wallet has the request already. An error in the app's callback must not end it.
      reportError(error);
    }
  };
  const send = async (): Promise<void> => {
    try {
      const { connector } = await internals.connection.load();
      if (signal.aborted) return;
      void sessionIdOf(connector, ids);
      const sending = { onRequestSent, signal, ...(traceId ? { traceId } : {}) };
      // `answer` is set before the connector is called, because the wallet may receive the request even if
      // the call fails.
      answer = Promise.resolve().then(() => kind.send(connector, sending));
      const result = await answer;
      if (lifecycle.on('signed')) settle[0](result);
    } catch (error) {
      // In an open modal, the user can retry. Otherwise the request ends.
      const canRetry =
        !answer &&
        (error as TonConnectError).code === 'NOT_LOADED' &&
        internals.widget.current &&
        store.get().requests.at(-1)?.openModal;
      const retry = (): void => void (lifecycle.on('sending') && send());
      if (canRetry && lifecycle.on('stuck', { retry })) return;
      const known = knownError(error);
      // The sheet shows that the wallet does not support it.
      const news = known instanceof WalletNotSupportFeatureError ? null : {};
      const refused = known instanceof UserRejectsError;
      if (lifecycle.on(refused ? 'refused' : 'failed', news)) settle[1](known);
    }
  };
  // A request that was aborted before its start is not shown.
  if (outer?.aborted) giveUp('aborted', null);
  else void send();
  outer?.addEventListener('abort', onAborted);
  const timers = [
    // A request that the connector rejects at once must not be shown as pending.
    setTimeout(lifecycle.begin),
    setTimeout(() => lifecycle.on('silent'), SILENT_MS),
  ];
  const stopClock = time ? atTheEnd(time.until, () => giveUp('expired')) : undefined;
  try {
    return await settled;
  } finally {
    for (const timer of timers) clearTimeout(timer);
    stopClock?.();
    outer?.removeEventListener('abort', onAborted);
  }
}

/** Returns the outcome of a cancelled request. `answer` is the connector's pending promise. */
function outcomeOf<R>(
  { store }: WithStore,
  wallet: CurrentWallet,
  answer: Promise<R> | undefined,
): Promise<RequestOutcome<R>> {
  if (!answer) return Promise.resolve(UNSENT);
  const told = answer.then(
    (result): RequestOutcome<R> => ({ status: 'signed', result }),
    (error): RequestOutcome<R> => {
      const known = knownError(error);
      // Any other error only means that the connector has stopped trying.
      return protocolCode(known) === undefined ? UNKNOWN : { status: 'refused', error: known };
    },
  );
  // An extension answers the page directly, even after a disconnect.
  if (wallet.provider === 'injected') return told;
  const gone = ({ stopped, wallet: now }: UiState): boolean => stopped || !now;
  return new Promise((resolve) => {
    const unwatch = watch(store, gone, () => resolve(UNKNOWN));
    void told.then(resolve).then(unwatch);
    if (gone(store.get())) resolve(UNKNOWN);
  });
}

const UNSENT = { status: 'unsent' } as const;
const UNKNOWN = { status: 'unknown' } as const;

/** Longest expiry that is tracked, ms: one day. A timer with too long a delay would fire at once. */
const LONGEST_MS = 86_400_000;

/**
 * Returns the time from now to `validUntil`. Null if there is none, and if it has passed: then the clocks
 * may differ, and the wallet's clock decides.
 */
function timeOf(payload: unknown): ActionState['time'] {
  const from = Date.now();
  const until = Number(Object(payload).validUntil) * 1000;
  return until > from && until < from + LONGEST_MS ? { from, until } : null;
}

/** Time for a suspended page to receive the wallet's answer after the expiry, ms. */
const LAST_ANSWER_MS = 3000;

/** Calls `end` once, `LAST_ANSWER_MS` after `until` (Unix ms). Returns a function that cancels it. */
function atTheEnd(until: number, end: () => void): () => void {
  let timer = setTimeout(() => {
    timer = setTimeout(end, LAST_ANSWER_MS);
  }, until - Date.now());
  return () => clearTimeout(timer);
}

/** Opens the wallet's own scheme at the first call, and its universal link afterwards. */
const firstThen = (open: (plainly: boolean) => boolean, tried: boolean): (() => boolean) => {
  let plainly = tried;
  return () => {
    const opened = open(plainly);
    plainly = true;
    return opened;
  };
};

/** Reads the session id for the wallet's link. A custom connector may not have one. */
async function sessionIdOf(connector: ITonConnect, ids: RequestIds): Promise<void> {
  try {
    ids.sessionId = await connector.getSessionId();
  } catch {
    // The link works without a session id.
  }
}

/**
 * Converts an error. Errors of the SDK and of the widget keep their class. Any other error becomes
 * 'Unhandled error:' and its text.
 */
function knownError(error: unknown): TonConnectError {
  if (isSdkError(error) || error instanceof TonConnectError) return translateError(error);
  return new TonConnectUIError(`Unhandled error:${String(error)}`, {
    code: 'UNHANDLED',
    cause: error,
  });
}

/** Decimal places of one TON. */
const NANO_DIGITS = 9;

/**
 * Returns the summary of a request for the user. The payload is unchecked: unreadable parts are omitted,
 * and the connector reports the error.
 */
export function askedOfWallet(payload: unknown): AskedOfWallet | null {
  try {
    if (!isObject(payload)) return null;
    const { type, messages } = payload;
    if (type === 'text' || type === 'binary' || type === 'cell') return { kind: type };
    if (!Array.isArray(messages) || messages.length === 0) return null;
    const [{ address }] = messages;
    const toOne = messages.every((message) => message.address === address);
    return {
      kind: 'transaction',
      amount: totalOf(messages),
      recipient: toOne && typeof address === 'string' ? address : null,
      messages: messages.length,
    };
  } catch {
    return null;
  }
}

/** Returns the sum in TON. Null if an amount is not a whole number of nanotons or not only in TON. */
function totalOf(messages: { amount: unknown; extraCurrency?: unknown }[]): string | null {
  let total = BigInt(0);
  for (const { amount, extraCurrency } of messages) {
    if (extraCurrency || !/^\d{1,20}$/.test(String(amount))) return null;
    total += BigInt(String(amount));
  }
  const digits = String(total).padStart(NANO_DIGITS + 1, '0');
  return `${digits.slice(0, -NANO_DIGITS)}.${digits.slice(-NANO_DIGITS)}`;
}
