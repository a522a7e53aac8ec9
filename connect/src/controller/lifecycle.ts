import { readSession } from '../connection/session.js';
import { afterPaint } from '../device/after-paint.js';
import { answerVersion, dispatch } from '../events/dispatch.js';
import { watch } from '../store/store.js';
import type { Core } from './core.js';

const awake = new Map<Core, () => void>();

/** The widgets on this page that have the same connection: the same app, or the same connector. */
export const siblingsOf = (core: Core): Core[] =>
  [...awake.keys()].filter((other) => connectionKey(other) === connectionKey(core));

/** What tells one connection from another on this page. */
export const connectionKey = ({ settings }: Core): unknown =>
  settings.connector ?? settings.manifestUrl;

/**
 * Brings a widget to life: a stored session is picked up after the first paint. Returns what takes
 * it down again, to the last listener; it can be started anew.
 */
export function start(core: Core): () => void {
  if (!awake.has(core)) awake.set(core, wake(core));
  return () => stop(core);
}

export function stop(core: Core): void {
  awake.get(core)?.();
  awake.delete(core);
}

function wake(core: Core): () => void {
  const { store, storage, settings, connection, widget, buttonRoot } = core;
  const cancel = afterPaint(() => {
    const { restoreConnection, connector } = settings;
    const pending = restoreConnection && readSession(storage).kind === 'pending';
    if (restoreConnection) dispatch(core, { type: 'connection-restoring-started' });
    if (store.get().restoring || pending || connector) {
      connection.load().catch(() => store.set({ restoring: false }));
    } else if (restoreConnection) {
      dispatch(core, {
        type: 'connection-restoring-error',
        is_success: false,
        error_message: 'Connection was not restored',
      });
    }
  });
  const stopAnswering = answerVersion(core);
  const showButton = (id: string | null): void => {
    if (id) buttonRoot.load().catch(reportError);
  };
  showButton(store.get().buttonRootId);
  const unwatch = watch(store, (state) => state.buttonRootId, showButton);
  return () => {
    cancel();
    stopAnswering();
    unwatch();
    buttonRoot.release();
    widget.release();
    connection.release();
    const closed = { status: 'closed', closeReason: null } as const;
    store.set({ modal: closed, singleWalletModal: closed, attempt: null, action: null });
  };
}

/** Whether a stored session was picked up: false at once when there was none to try. */
export function restored({ store }: Core): Promise<boolean> {
  if (!store.get().restoring) return Promise.resolve(false);
  return new Promise((resolve) => {
    const unwatch = watch(
      store,
      (state) => state.restoring,
      () => {
        unwatch();
        resolve(store.get().wallet !== null);
      },
    );
  });
}
