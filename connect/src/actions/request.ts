import { isTelegram } from '@prichal/telegram';
import type { ITonConnect } from '@tonconnect/sdk';
import { translateError } from '../connection/translate-error.js';
import type { Core } from '../controller/core.js';
import { TonConnectError, TonConnectUIError } from '../controller/errors.js';
import type { SendTransactionOptions } from './action-options.js';
import type { ActionName, ActionState } from './action-state.js';
import {
  type ActionStage,
  type ResolvedConfiguration,
  resolveConfiguration,
} from './configuration.js';
import { openConnectedWallet, opensByItself } from './redirect.js';

/** What tells one kind of request from another. */
export type RequestKind<R> = {
  names: Record<ActionStage, ActionName>;
  /** Said to the caller when the visitor gives up. */
  cancelled: string;
  send(
    connector: ITonConnect,
    options: { onRequestSent: () => void; signal: AbortSignal; traceId?: string },
  ): Promise<R>;
};

let lastId = 0;

/**
 * A request to the connected wallet, from the confirm notice to the result. Settles in every case:
 * the wallet answers, the visitor closes the confirm modal, or the caller's signal aborts.
 */
export async function request<R>(
  core: Core,
  kind: RequestKind<R>,
  options: SendTransactionOptions = {},
): Promise<R> {
  if (!core.store.get().wallet) {
    throw new TonConnectUIError('Connect wallet to send a transaction.');
  }
  const { actionsConfiguration } = core.store.get();
  const configuration = resolveConfiguration(options, actionsConfiguration, isTelegram());
  const { connector } = await core.connection.load();
  const abort = new AbortController();
  const cancel = (): void => abort.abort();
  options.signal?.addEventListener('abort', cancel);
  if (options.signal?.aborted) cancel();

  lastId += 1;
  const id = lastId;
  const show = (stage: ActionStage, sent: boolean): void =>
    core.store.set({ action: stateOf(kind.names[stage], stage, sent, id, configuration, cancel) });
  const onRequestSent = (): void => {
    if (abort.signal.aborted) return;
    show('before', true);
    const redirect = (): void => {
      openConnectedWallet(core.store.get().wallet, configuration);
    };
    options.onRequestSent?.(redirect);
    if (!options.onRequestSent && opensByItself(core.store.get().wallet, configuration)) redirect();
  };

  show('before', false);
  try {
    const { traceId } = options;
    const sending = { onRequestSent, signal: abort.signal, ...(traceId ? { traceId } : {}) };
    const result = await Promise.race([kind.send(connector, sending), aborted(abort.signal)]);
    show('success', true);
    return result;
  } catch (error) {
    if (abort.signal.aborted) {
      // The visitor closed the modal on purpose: what is over needs no further notice.
      core.store.set({ action: null });
      throw new TonConnectUIError(kind.cancelled, { cause: error });
    }
    show('error', true);
    throw known(error);
  } finally {
    options.signal?.removeEventListener('abort', cancel);
  }
}

const stateOf = (
  name: ActionName,
  stage: ActionStage,
  sent: boolean,
  id: number,
  { modals, notifications, returnStrategy, twaReturnUrl }: ResolvedConfiguration,
  cancel: () => void,
): ActionState => ({
  id,
  name,
  sent,
  returnStrategy,
  twaReturnUrl,
  cancel,
  openModal: modals.includes(stage),
  showNotification: notifications.includes(stage),
});

/** The SDK stops listening for an answer only with the page, so an abort is awaited beside it. */
const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    const stop = (): void => reject(new TonConnectError('The request was given up.'));
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
  });

/** Library errors keep their class; anything else is 'Unhandled error:' and what it was. */
function known(error: unknown): TonConnectError {
  const fromSdk = error instanceof Error && error.message.startsWith('[TON_CONNECT_SDK_ERROR]');
  if (fromSdk || error instanceof TonConnectError) return translateError(error);
  return new TonConnectUIError(`Unhandled error:${String(error)}`, { cause: error });
}
